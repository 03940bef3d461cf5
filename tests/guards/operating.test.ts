import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from '../../src/worker/config/configuration.ts'
import { limits, limitVariable, type LimitName } from '../../src/worker/config/limit-figures.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const guide = read('docs/operating.md')

/** The first cell of each row of the guide's tables that is a name of the environment. */
const rows = new Map(
  Array.from(guide.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| ([^|]*) \|/gm), ([, name, second]) => [
    name!,
    second!.trim(),
  ]),
)

const declared = Array.from(
  read('src/worker/config/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+)\??: (.*)$/gm),
  ([, name, type]) => ({ name: name!, isText: type === 'string' }),
)
const bound = Array.from(
  read('wrangler.toml').matchAll(/^(?:binding|name) = "([A-Z][A-Z0-9_]+)"$/gm),
  ([, name]) => name!,
)

test('every variable, secret and binding is in the guide, and nothing else', () => {
  const names = new Set([...variables, ...declared.map(({ name }) => name), ...bound])
  expect([...names].filter((name) => !rows.has(name))).toEqual([])
  expect([...rows.keys()].filter((name) => !names.has(name))).toEqual([])
})

test('every text that the environment declares is checked', () => {
  const texts = declared.filter(({ isText }) => isText).map(({ name }) => name)
  expect(texts.filter((name) => !variables.includes(name))).toEqual([])
})

test.each(Object.keys(limits) as LimitName[])('the guide has the figure of %s', (name) => {
  expect(rows.get(limitVariable(name))).toBe(String(limits[name]))
})

test('every setting of wrangler.toml that is a variable is checked', () => {
  const [, vars = ''] = read('wrangler.toml').split('\n[vars]\n')
  const set = Array.from(vars.matchAll(/^([A-Z_]+) =/gm), ([, name]) => name!)
  expect(set.length).toBeGreaterThan(0)
  expect(set.filter((name) => !variables.includes(name))).toEqual([])
})
