import ts from 'typescript'
import { expect, test } from 'vitest'
import { eachNode } from './sources.ts'

const READ =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|content)$/
/** The product's name in its logo, and meta values that are not text. */
const NAMES = /^(?:Ichimon|noindex|light dark|width=device-width.*|#[0-9a-f]{6})$/

const WORD = /\p{L}/u
const isSentence = (text: string) => WORD.test(text) && !NAMES.test(text.trim())

function hardCoded(pattern: string): string[] {
  const sentences: string[] = []
  eachNode(pattern, (node, path) => {
    const keep = (text: string) => isSentence(text) && sentences.push(`${path}: ${text.trim()}`)
    if (ts.isJsxText(node)) keep(node.text)
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
      keepLiterals(node.expression, keep)
    if (ts.isJsxAttribute(node) && READ.test(node.name.getText())) attribute(node, keep)
  })
  return sentences
}

/** A literal that an expression renders, in either branch. */
function keepLiterals(node: ts.Expression | undefined, keep: (text: string) => void): void {
  if (!node) return
  if (ts.isStringLiteralLike(node)) keep(node.text)
  else if (ts.isTemplateExpression(node)) {
    keep([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '))
  } else if (ts.isConditionalExpression(node)) {
    keepLiterals(node.whenTrue, keep)
    keepLiterals(node.whenFalse, keep)
  } else if (ts.isBinaryExpression(node)) {
    keepLiterals(node.right, keep)
  } else if (ts.isParenthesizedExpression(node)) keepLiterals(node.expression, keep)
}

function attribute({ initializer }: ts.JsxAttribute, keep: (text: string) => void): void {
  if (!initializer) return
  if (ts.isStringLiteral(initializer)) keep(initializer.text)
  else if (ts.isJsxExpression(initializer)) keepLiterals(initializer.expression, keep)
}

test('no page, layout, component or island holds a sentence of its own', () => {
  expect(hardCoded('src/**/*.{astro,tsx}')).toEqual([])
})
