import { expect, test } from 'vitest'
import { inEnvironment } from '../../scripts/deployment/configurations.ts'
import { parseSetting, withValues } from '../../scripts/deployment/settings.ts'
import { servicesOf, type SiteConfig } from '../../harness/local/split-site.ts'

const toml = `name = "ichimon"

# What it costs.
[limits]
cpu_ms = 1

[vars]
# Where it is.
PUBLIC_ORIGIN = ""
LAST = "kept"

# Beyond.
[[rules]]
type = "Text"
`

test('a value is changed where it stands, and comments stay', () => {
  const changed = withValues(toml, '[vars]', { PUBLIC_ORIGIN: '"https://a.example"' })
  expect(changed).toBe(toml.replace('= ""', '= "https://a.example"'))
  expect(withValues(changed, '[vars]', { PUBLIC_ORIGIN: '"https://a.example"' })).toBe(changed)
})

test('a new value stands at the end of its table, before what belongs to the next', () => {
  expect(withValues(toml, '[vars]', { NEW: '"1"' })).toBe(
    toml.replace('LAST = "kept"\n', 'LAST = "kept"\nNEW = "1"\n'),
  )
  expect(withValues(toml, undefined, { routes: '[]' })).toBe(
    toml.replace('name = "ichimon"\n', 'name = "ichimon"\nroutes = []\n'),
  )
})

test('a table that is missing is added at the end', () => {
  expect(withValues(toml, '[env.staging.vars]', { A: '"1"', B: '"2"' })).toBe(
    `${toml}\n[env.staging.vars]\nA = "1"\nB = "2"\n`,
  )
})

const built: SiteConfig = {
  name: 'ichimon',
  vars: {},
  routes: [{ pattern: 'ichimon.example' }],
  d1_databases: [{ binding: 'DB', database_name: 'ichimon', database_id: 'one' }],
  r2_buckets: [{ binding: 'PICTURES', bucket_name: 'ichimon-pictures' }],
  durable_objects: { bindings: [] },
}

test('another environment shares no name, database, bucket or route with production', () => {
  expect(inEnvironment(built, 'staging', { LOG_LEVEL: 'debug' }, [])).toMatchObject({
    name: 'ichimon-staging',
    vars: { LOG_LEVEL: 'debug' },
    routes: [],
    d1_databases: [{ binding: 'DB', database_name: 'ichimon-staging' }],
    r2_buckets: [{ binding: 'PICTURES', bucket_name: 'ichimon-staging-pictures' }],
  })
  const [database] = inEnvironment(built, 'staging', {}, []).d1_databases
  expect(database).not.toHaveProperty('database_id')
  expect(inEnvironment(built, undefined, {}, []).d1_databases).toEqual(built.d1_databases)
})

test('the services worker has the site’s variables and data, and does not ask itself', () => {
  const site = { ...built, vars: { MAIL_FROM: 'a@b.example', AUTH_SERVICE_URL: 'https://c' } }
  const services = { ...built, name: 'services', vars: { LOG_LEVEL: 'warn' }, d1_databases: [] }
  expect(servicesOf(site, services)).toMatchObject({
    name: 'services',
    vars: { MAIL_FROM: 'a@b.example', LOG_LEVEL: 'warn' },
    d1_databases: built.d1_databases,
  })
  expect(servicesOf(site, services).vars).not.toHaveProperty('AUTH_SERVICE_URL')
})

test('a setting is a variable with a value, and never a secret', () => {
  expect(parseSetting('OPERATOR_NAME=a = b')).toEqual(['OPERATOR_NAME', 'a = b'])
  expect(() => parseSetting('SECRET=abc')).toThrow(/SECRET is a secret/)
  expect(() => parseSetting('PUBLIC_ORIGINS=https://a.example')).toThrow(/is not a variable/)
  expect(() => parseSetting('OPERATOR_NAME')).toThrow(/takes NAME=value/)
})
