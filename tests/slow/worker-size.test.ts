import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inProject } from '../../harness/local/run.ts'

const modules = globSync('**/*.mjs', { cwd: inProject('dist/server') }).map((path) =>
  readFileSync(inProject('dist/server', path), 'utf8'),
)

// Cloudflare's free plan takes 3 MB.
test('the worker is at most 1 MB compressed', () => {
  const size = gzipSync(modules.join('')).length
  expect(size).toBeGreaterThan(300_000)
  expect(size).toBeLessThanOrEqual(1_000_000)
})

test('functions of modules keep their names, which stacks show', () => {
  expect(modules.some((text) => text.includes('function cleanUp('))).toBe(true)
})
