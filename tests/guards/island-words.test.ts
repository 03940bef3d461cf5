import { resolve } from 'node:path'
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import {
  dateKeys,
  deskKeys,
  islandMessages,
  passwordKeys,
  translationKeys,
} from '../../src/layouts/island-messages.ts'
import { GET as loadedWords } from '../../src/pages/words.[locale].json.ts'
import { treesOf, walk } from './sources.ts'

interface Module {
  declared: Map<string, ts.Node>
  /** Path and exported name of each import. */
  imported: Map<string, readonly [path: string, name: string]>
}

const modules = new Map<string, Module>()

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const module: Module = { declared: new Map(), imported: new Map() }
  modules.set(path, module)
  for (const tree of treesOf(path))
    tree.forEachChild((node) => {
      if (ts.isImportDeclaration(node)) return addImports(module, path, node)
      if (ts.isVariableStatement(node))
        for (const one of node.declarationList.declarations)
          walk(one.name, (name) => ts.isIdentifier(name) && module.declared.set(name.text, one))
      else if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
        if (node.name) module.declared.set(node.name.text, node)
        if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
          module.declared.set('default', node)
      }
    })
  return module
}

function addImports({ imported }: Module, from: string, node: ts.ImportDeclaration): void {
  const { importClause, moduleSpecifier } = node
  const { text } = moduleSpecifier as ts.StringLiteral
  if (!text.startsWith('.') || !/\.tsx?$/.test(text) || !importClause) return
  const path = resolve(from, '..', text)
  if (importClause.name) imported.set(importClause.name.text, [path, 'default'])
  const { namedBindings } = importClause
  if (namedBindings && ts.isNamedImports(namedBindings))
    for (const { name, propertyName } of namedBindings.elements)
      imported.set(name.text, [path, (propertyName ?? name).text])
}

/** The exports that `const { name } = await import('…')` takes, else the default. */
function namesTaken({ parent }: ts.CallExpression): string[] {
  const taken = ts.isVariableDeclaration(parent.parent) && parent.parent.name
  return taken && ts.isObjectBindingPattern(taken)
    ? taken.elements.map(({ name }) => name.getText())
    : ['default']
}

/** Adds the locale keys that a declaration, and whatever it names, has as literals. */
function collect(path: string, name: string, keys: Set<string>, seen = new Set<string>()): void {
  const { declared } = moduleAt(path)
  const node = declared.get(name)
  if (!node || seen.has(`${path} ${name}`)) return
  seen.add(`${path} ${name}`)
  walk(node, (part) => {
    // `translate(words)('key')` has words of its own.
    const isOwn = ts.isCallExpression(part.parent) && ts.isCallExpression(part.parent.expression)
    if (ts.isStringLiteralLike(part) && part.text.includes('.') && part.text in en && !isOwn)
      keys.add(part.text)
    if (ts.isCallExpression(part) && part.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const from = resolve(path, '..', (part.arguments[0] as ts.StringLiteral).text)
      for (const one of namesTaken(part)) collect(from, one, keys, seen)
    }
    if (!ts.isIdentifier(part) || part.text === name) return
    const [from, exported] = moduleAt(path).imported.get(part.text) ?? [path, part.text]
    collect(from, exported, keys, seen)
  })
}

const shared: Record<string, string> = { dateKeys, deskKeys, passwordKeys, translationKeys }

/** The words that a page's `islandMessages` calls choose. */
function wordsOf(path: string): Set<string> {
  const chosen = new Set<string>()
  for (const tree of treesOf(path))
    walk(tree, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'islandMessages') return
      const prefixes = node.arguments[1]!.getText()
        .slice(1, -1)
        .replace(/\$\{(\w+)\}/g, (_, name: string) => shared[name] ?? '')
      for (const key of Object.keys(islandMessages('en', prefixes))) chosen.add(key)
    })
  return chosen
}

/** Of a purpose that other pages have; of a decision's statement, whose words are a prop. */
const elsewhere = /^(mailedLink\.secure\.notice|statement\..*)$/

const missing = (chosen: Set<string>, islands: readonly (readonly [string, string])[]) => {
  const keys = new Set<string>()
  for (const [path, name] of islands) collect(path, name, keys)
  return [...keys].filter((key) => !chosen.has(key) && !elsewhere.test(key))
}

const pages = globSync('src/{pages,layouts}/**/*.astro').filter((path) =>
  readFileSync(path, 'utf8').includes(' client:load '),
)

test.each(pages)('%s has the words of its islands', (path) => {
  const { imported } = moduleAt(resolve(path))
  const islands = [...imported.values()].filter(([from]) => from.endsWith('.tsx'))
  expect(missing(wordsOf(path), islands)).toEqual([])
})

test('the words loaded on demand are those of chat and dialogs', async () => {
  const response = await loadedWords({ params: { locale: 'en' } } as never)
  const chosen = new Set(Object.keys(await response.json()))
  const islands = [
    [resolve('src/islands/chat/Chat.tsx'), 'default'],
    [resolve('src/islands/dialogs/DialogHost.tsx'), 'showDialogs'],
  ] as const
  expect(missing(chosen, islands)).toEqual([])
})
