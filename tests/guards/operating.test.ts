import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alarms } from '../../src/worker/alarms/alarms.ts'
import { limitDefaults, limitNames } from '../../src/worker/config/limits.ts'
import { secretNames, variableNames } from '../../src/worker/config/variables.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const guide = `${read('docs/operating.md')}\n${read('docs/settings.md')}`

/** Variables in the first column of the guide’s tables. */
const rows = new Map(
  Array.from(guide.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| ([^|]*) \|/gm), ([, name, second]) => [
    name!,
    second!.trim(),
  ]),
)

const declared = Array.from(
  read('src/worker/config/bindings.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+)\??: .*$/gm),
  ([, name]) => name!,
)
const bound = Array.from(
  read('wrangler.toml').matchAll(/^(?:binding|name) = "([A-Z][A-Z0-9_]+)"$/gm),
  ([, name]) => name!,
)

test('every variable, secret and binding is in the guide, and nothing else', () => {
  const names = new Set([...variableNames, ...declared, ...bound])
  expect([...names].filter((name) => !rows.has(name))).toEqual([])
  expect([...rows.keys()].filter((name) => !names.has(name))).toEqual([])
})

test('what the guide calls a secret is one', () => {
  const secrets = [...rows].filter(([, kind]) => kind.startsWith('secret')).map(([name]) => name)
  expect(secrets.sort()).toEqual([...secretNames].sort())
})

test.each(limitNames)('the guide has the default of %s', (name) => {
  expect(guide).toContain(`\n| \`${name}\` | ${limitDefaults[name]} |`)
})

test('every setting of wrangler.toml that is a variable is checked', () => {
  const [, vars = ''] = read('wrangler.toml').split('\n[vars]\n')
  const set = Array.from(vars.matchAll(/^([A-Z_]+) =/gm), ([, name]) => name!)
  expect(set.length).toBeGreaterThan(0)
  expect(set.filter((name) => !variableNames.includes(name))).toEqual([])
})

test('the button that deploys from a browser describes every binding, variable and secret that it asks for', () => {
  const asked = Array.from(
    `${read('wrangler.toml').split('\n[vars]\n')[1]}\n${read('.dev.vars.example')}`.matchAll(
      /^([A-Z_]+) ?=/gm,
    ),
    ([, name]) => name!,
  )
  const { cloudflare } = JSON.parse(read('package.json')) as {
    cloudflare: { bindings: Record<string, { description: string }> }
  }
  expect(Object.keys(cloudflare.bindings).sort()).toEqual([...asked, ...bound].sort())
})

test.each(Object.entries(alarms))(
  'the guide has the threshold of the alarm %s',
  (name, { max }) => {
    const [, raised = ''] = new RegExp(`^\\| \`${name}\` \\| ([^|]*) \\|`, 'm').exec(guide) ?? []
    expect(raised).toMatch(new RegExp(`\\b${max} `))
  },
)
