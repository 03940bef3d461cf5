import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { variableNames } from '../../src/worker/config/variables.ts'
import { readSources, walk } from './sources.ts'

const names = new Set(variableNames)
const anyName = new RegExp(`\\b(?:${variableNames.join('|')})\\b`)

function uses(path: string, tree: ts.SourceFile): string[] {
  const named: string[] = []
  walk(tree, (node) => {
    if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && names.has(node.text))
      named.push(`${path}: ${node.text}`)
  })
  return named
}

test('variables are read in src/worker/config alone', () => {
  const paths = globSync('src/**/*.{ts,tsx,astro}').filter(
    (path) => !path.startsWith('src/worker/config/'),
  )
  expect(paths.length).toBeGreaterThan(100)
  // Parsing all sources takes seconds; most contain none of the names.
  const naming = paths.filter((path) => anyName.test(readFileSync(path, 'utf8')))
  const sources = naming.flatMap((path) => readSources(path))
  expect(sources.flatMap(({ path, trees }) => trees.flatMap((tree) => uses(path, tree)))).toEqual(
    [],
  )
})
