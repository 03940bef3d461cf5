import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { databaseOfTarget, targetOf } from '../../scripts/operator/database.ts'

let folder: string

function standIn(script: string) {
  writeFileSync(join(folder, 'wrangler'), `#!/usr/bin/env node\n${script}`, { mode: 0o755 })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ichimon-wrangler-'))
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('asks the deployed database and returns the last rows', async () => {
  standIn(
    'console.log(JSON.stringify([{ results: [] }, { results: [{ words: process.argv.slice(2) }] }]))',
  )
  const rows = await databaseOfTarget({ isRemote: true })('SELECT 1', 'SELECT 2')
  const command = ['--yes', '--json', '--command', 'SELECT 1;\nSELECT 2']
  const config = ['--config', expect.stringMatching(/ichimon\.toml$/)]
  expect(rows).toEqual([{ words: ['d1', 'execute', 'DB', '--remote', ...config, ...command] }])
})

it('says that a folder of this machine has no database', async () => {
  const target = targetOf({ remote: false, data: folder })
  await expect(databaseOfTarget(target)('SELECT 1')).rejects.toThrow(`no database in ${folder}`)
})

it('asks the database of another environment by its name', async () => {
  standIn('console.log(JSON.stringify([{ results: [{ words: process.argv.slice(2) }] }]))')
  const target = targetOf({ remote: true, env: 'staging' })
  const [{ words }] = (await databaseOfTarget(target)('SELECT 1')) as [{ words: string[] }]
  const config = words[words.indexOf('--config') + 1]!
  expect(words.slice(0, 4)).toEqual(['d1', 'execute', 'DB', '--remote'])
  expect(readFileSync(config, 'utf8')).toMatch(
    /^\[\[d1_databases\]\]\nbinding = "DB"\ndatabase_name = "ichimon-staging"$/m,
  )
})

it.each([
  [{ remote: true, env: 'No Such Name' }, 'small letters'],
  [{ remote: false, env: 'staging' }, '--remote'],
  [{ remote: true, data: 'folder' }, '--data'],
])('refuses %j', (options, sentence) => {
  expect(() => targetOf(options)).toThrow(sentence)
})

it('says what Wrangler said when it fails', async () => {
  standIn("console.error('You are not authenticated.'); process.exit(1)")
  await expect(databaseOfTarget({ isRemote: true })('SELECT 1')).rejects.toThrow(
    /not authenticated/,
  )
})
