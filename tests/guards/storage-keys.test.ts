import ts from 'typescript'
import { expect, test } from 'vitest'
import { eachNode, walk } from './sources.ts'

/** The keys of `docs/product.md#storage-keys`. */
const specified = ['AccessToken', 'UpdateToken', 'UserName', 'EmailAddress', 'UserInfo', 'Language']

/** Further keys: this browser's choices, notices and drafts. A colon precedes an id. */
const added =
  `BirthYear: CodeSent DeskDrafts: Draft: EchoDone EmailToken Feedback: LastSeen ListLanguage
  MaintenanceSeen Muted MutedAt NewEmail Next Notice PasskeyMade Privacy Read Reported SocialAttempt
  TermsAsked TypedText UnreadNotices UpdateInfo`.split(/\s+/)

const METHODS = new Set(['getItem', 'setItem', 'removeItem', 'stored', 'storeChoice'])

/** Possible values of a name in the file: a constant, or a template of a one-line function. */
function textsOf(node: ts.Expression, file: ts.SourceFile): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return [node.head.text]
  if (ts.isCallExpression(node)) return textsOf(node.expression, file)
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return textsOf(node.body, file)
  if (!ts.isIdentifier(node)) return undefined
  let texts: string[] | undefined
  walk(file, (other) => {
    if (
      ts.isVariableDeclaration(other) &&
      other.name.getText() === node.text &&
      other.initializer
    ) {
      texts = textsOf(other.initializer, file)
    }
    // `for (const key of ['AccessToken', …])`
    if (!ts.isForOfStatement(other) || !ts.isVariableDeclarationList(other.initializer)) return
    if (other.initializer.declarations[0]?.name.getText() !== node.text) return
    if (!ts.isArrayLiteralExpression(other.expression)) return
    texts = other.expression.elements.flatMap((element) => textsOf(element, file) ?? [])
  })
  return texts
}

const uses: { path: string; keys: string[] | undefined; argument: string }[] = []
eachNode(
  'src/{api,stores,browser,islands,components,layouts,pages}/**/*.{ts,tsx,js,astro}',
  (node, path) => {
    if (!ts.isCallExpression(node)) return
    const name = ts.isPropertyAccessExpression(node.expression)
      ? node.expression.name.text
      : node.expression.getText()
    const [argument] = node.arguments
    if (!argument || !METHODS.has(name)) return
    const keys = textsOf(argument, node.getSourceFile())
    uses.push({ path, keys, argument: argument.getText() })
  },
)

/** Loops over all stored keys. */
const anyKey = (use: (typeof uses)[number]) => use.keys === undefined && use.argument === 'key'

test('the browser keeps what the specification names, under its names, and the keys declared here', () => {
  const told = uses.filter((use) => use.keys !== undefined)
  const keys = new Set(told.flatMap((use) => use.keys ?? []))
  expect([...keys].sort()).toEqual([...specified, ...added].sort())
})

test('every key without a name here is one of a loop over what is stored', () => {
  const untold = uses.filter((use) => use.keys === undefined && !anyKey(use))
  expect(untold).toEqual([])
})

/** Deletes the service worker's cached page; only the service worker adds pages (`docs/decisions/0008-…`). */
const READ_CACHE = 'src/islands/account/DeleteAccountProceed.tsx'

test('stores nothing in other browser storage', () => {
  const others: string[] = []
  eachNode(
    'src/{api,stores,browser,islands,components,pages}/**/*.{ts,tsx,astro}',
    (node, path) => {
      if (ts.isIdentifier(node) && /^(?:indexedDB|caches|cookieStore)$/.test(node.text))
        others.push(path)
    },
  )
  expect(new Set(others)).toEqual(new Set([READ_CACHE]))
})
