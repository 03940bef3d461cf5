import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../harness/local/free-port.ts'
import { inProject } from '../../harness/local/run.ts'
import { databaseFile, prepareDatabase } from '../../scripts/local-database.ts'

const root = mkdtempSync(join(tmpdir(), 'ichimon-state-'))
const state = join(root, 'served')
afterAll(() => rmSync(root, { recursive: true }))

const elsewhere = (script: string) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script, state])
  return `${stdout}${stderr}`
}

it('refuses a database of another version with one sentence, and keeps it', () => {
  const file = databaseFile(state)
  mkdirSync(dirname(file), { recursive: true })
  const later = new DatabaseSync(file)
  later.exec(`
    CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO d1_migrations (name) VALUES ('0001_initial.sql'), ('9999_later.sql');
    CREATE TABLE diary (text TEXT)`)
  const script = `
    import { prepareDatabase } from './scripts/local-database.ts'
    await prepareDatabase(process.argv[1])`
  expect(elsewhere(script)).toContain(`${file} is of another version of Ichimon`)
  expect(later.prepare('SELECT count(*) AS rows FROM diary').get()).toEqual({ rows: 0 })
  later.close()
  rmSync(state, { recursive: true })
})

it('migrates a database of 1.0.0 in place, with the rows of an import', async () => {
  const state = join(root, randomUUID())
  const file = databaseFile(state)
  mkdirSync(dirname(file), { recursive: true })
  const earlier = new DatabaseSync(file)
  earlier.exec(readFileSync(inProject('migrations/0001_initial.sql'), 'utf8'))
  earlier.exec(`
    CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO d1_migrations (name) VALUES ('0001_initial.sql');
    INSERT INTO question_import (id, created_at) VALUES ('import', 1);
    INSERT INTO question_import_row (import_id, line, id, texts, problem, field)
    VALUES ('import', 2, 'question', '{}', 'missing', 'en')`)
  earlier.close()
  await prepareDatabase(state, false)
  const present = new DatabaseSync(file, { readOnly: true })
  const { problems } = present.prepare('SELECT problems FROM question_import_row').get()!
  expect(JSON.parse(String(problems))).toEqual([{ problem: 'missing', field: 'en' }])
  present.close()
})

it('is served by no workerd whose process was killed', async () => {
  const said = elsewhere(`
    import { serve } from './harness/local/serve.ts'
    const app = await serve({ port: 0, persistTo: process.argv[1], vars: {}, log() {} })
    console.log(app.origin)
    process.kill(process.pid, 'SIGKILL')`)
  const { port } = new URL(said.trim().split('\n')[0]!)
  await expect.poll(() => freePort(Number(port)).catch(() => 'served')).toBe(Number(port))
})
