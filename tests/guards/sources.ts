import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const FRONTMATTER = /^---\n([^]*?)\n---\n/
const SCRIPT = /<script(?:\s[^>]*[^/])?>([^]*?)<\/script>/g
/** Astro's `{name}` shorthand for `name={name}`. */
const SHORTHAND = /(\s)\{(\w+)\}(?=[\s/>])/g
const NOT_MARKUP = /<!doctype html>|<!--[^]*?-->|<style[^>]*>[^]*?<\/style>/gi

function tree(path: string, text: string): ts.SourceFile {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: ts.Diagnostic[] }
  const [problem] = parseDiagnostics
  if (problem) {
    const { line } = file.getLineAndCharacterOfPosition(problem.start ?? 0)
    throw new SyntaxError(
      `${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')} at ${text.split('\n')[line]}`,
    )
  }
  return file
}

function astroTrees(path: string, text: string): ts.SourceFile[] {
  const [whole = '', frontmatter = ''] = FRONTMATTER.exec(text) ?? []
  const rest = text.slice(whole.length)
  const scripts = Array.from(rest.matchAll(SCRIPT), ([, code = '']) => code)
  const markup = rest.replace(SCRIPT, '').replace(NOT_MARKUP, '').replace(SHORTHAND, '$1{...$2}')
  return [
    tree(`${path}#markup.tsx`, `<>${markup}</>`),
    ...[frontmatter, ...scripts].map((code) => plainTree(`${path}#code.ts`, code)),
  ]
}

/** Generic arrows such as `<T>() =>` do not parse as TSX. */
function plainTree(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
}

/** An Astro file has the trees of its markup, frontmatter and scripts. */
export function treesOf(path: string): ts.SourceFile[] {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.astro')) return astroTrees(path, text)
  return [path.endsWith('x') ? tree(path, text) : plainTree(path, text)]
}

export function eachNode(pattern: string, visit: (node: ts.Node, path: string) => void): void {
  for (const path of globSync(pattern))
    for (const tree of treesOf(path)) walk(tree, (node) => visit(node, path))
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}
