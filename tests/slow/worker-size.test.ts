import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../harness/local/run.ts'

const modules = globSync('**/*.mjs', { cwd: inProject('dist/server') }).map((path) =>
  inProject('dist/server', path),
)

// workerd reads and compiles each module before its first request.
test('the worker is at most 1.9 MB', () => {
  const size = modules.reduce((sum, path) => sum + statSync(path).size, 0)
  expect(size).toBeGreaterThan(1_000_000)
  expect(size).toBeLessThanOrEqual(1_900_000)
})

const has = (text: string) => modules.some((path) => readFileSync(path, 'utf8').includes(text))

test('the worker has messages of zod in one language', () => {
  expect(has('Invalid input: expected')).toBe(true)
  expect(has('Ongeldige invoer')).toBe(false)
})

test('functions of modules keep their names, which stacks show', () => {
  expect(has('function cleanUp(')).toBe(true)
})
