import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { boundBy, inEnvironment, type SiteConfig } from '../../scripts/deployment/configurations.ts'
import { databaseNameOf } from '../../scripts/deployment/names.ts'
import { parseSetting, readRoutes, deployedVariables } from '../../scripts/deployment/settings.ts'

const built: SiteConfig = {
  name: 'ichimon',
  vars: {},
  routes: [{ pattern: 'ichimon.example' }],
  d1_databases: [{ binding: 'DB', database_name: 'ichimon', database_id: 'one' }],
  r2_buckets: [{ binding: 'PICTURES', bucket_name: 'ichimon-pictures' }],
  durable_objects: { bindings: [] },
}

test('an id of a database is production’s', () => {
  const [database] = inEnvironment(built, 'staging', {}, []).d1_databases
  expect(database).toEqual({ binding: 'DB', database_name: 'ichimon-staging' })
  expect(inEnvironment(built, undefined, {}, []).d1_databases).toEqual(built.d1_databases)
})

test('a setting is a variable with a value, and never a secret', () => {
  expect(parseSetting('OPERATOR_NAME=a = b')).toEqual(['OPERATOR_NAME', 'a = b'])
  expect(() => parseSetting('SECRET=abc')).toThrow(/SECRET is a secret/)
  expect(() => parseSetting('PUBLIC_ORIGINS=https://a.example')).toThrow(/is not a variable/)
  expect(() => parseSetting('OPERATOR_NAME')).toThrow(/takes NAME=value/)
})

const fileWith = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'ichimon-')), 'wrangler.toml')
  writeFileSync(file, text)
  return file
}

test('another environment has production’s variables but for what leads to production', () => {
  const file = fileWith(`[vars]
PUBLIC_ORIGIN = "https://ichimon.example"
AUTH_SERVICE_URL = "https://auth.example"
LOG_LEVEL = "warn"
MAIL_FROM = "a@ichimon.example"

[env.staging.vars]
LOG_LEVEL = "debug"
`)
  expect(deployedVariables('staging', file)).toEqual({
    LOG_LEVEL: 'debug',
    MAIL_FROM: 'a@ichimon.example',
  })
})

test('settings that are not JSON are refused with the name of their file', () => {
  const file = fileWith('name = "ichimon"\n')
  writeFileSync(file.replace('wrangler.toml', 'deployment.json'), '{"vars": ')
  vi.spyOn(process, 'exit').mockImplementation((() => {
    throw new Error('stopped')
  }) as never)
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => readRoutes(undefined, file)).toThrow('stopped')
  expect(said.mock.calls.join()).toMatch(/deployment\.json is not valid JSON/)
  vi.restoreAllMocks()
})

test('a binding for Workers AI is known before it is deployed', () => {
  expect(boundBy({ ...built, ai: { binding: 'AI' } })).toMatchObject({ AI: true })
})

test('an environment has a database of its own, or the database that it names', () => {
  const database = (name: string) => `binding = "DB"\ndatabase_name = "${name}"\n`
  const file = fileWith(
    `name = "ichimon"\n[[d1_databases]]\n${database('ichimon')}
[[env.restored.d1_databases]]\n${database('ichimon-2')}`,
  )
  expect(databaseNameOf(undefined, file)).toBe('ichimon')
  expect(databaseNameOf('staging', file)).toBe('ichimon-staging')
  expect(databaseNameOf('restored', file)).toBe('ichimon-2')
  const site = inEnvironment(built, 'restored', {}, [], databaseNameOf('restored', file))
  expect(site.d1_databases).toMatchObject([{ database_name: 'ichimon-2' }])
})
