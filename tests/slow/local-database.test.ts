import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it, vi } from 'vitest'
import { freePort } from '../../harness/local/free-port.ts'
import { inProject } from '../../harness/local/run.ts'
import { databaseFile, prepareDatabase, reserveState } from '../../scripts/local-database.ts'

const root = mkdtempSync(join(tmpdir(), 'ichimon-state-'))
const state = join(root, 'served')
afterAll(() => rmSync(root, { recursive: true }))

it.for([
  ['several files', "('0001_initial.sql'), ('0002_vitals.sql')"],
  ['another 0001_initial.sql', "('0001_initial.sql')"],
])(
  'sets a database of %s aside with one sentence, and keeps one of this schema',
  async ([, applied]) => {
    const state = join(root, randomUUID())
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const file = databaseFile(state)
    mkdirSync(dirname(file), { recursive: true })
    const earlier = new DatabaseSync(file)
    earlier.exec(`
    CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO d1_migrations (name) VALUES ${applied};
    CREATE TABLE diary (text TEXT);
    INSERT INTO diary VALUES ('kept')`)
    earlier.close()

    await prepareDatabase(state)
    await prepareDatabase(state)

    expect(said).toHaveBeenCalledTimes(1)
    const [kept, ...others] = readdirSync(state).filter((name) => name.startsWith('d1-before-'))
    expect(others).toEqual([])
    expect(said.mock.calls[0]![0]).toContain(join(state, kept!))
    said.mockRestore()
    const keptFile = join(state, kept!, basename(dirname(file)), basename(file))
    const before = new DatabaseSync(keptFile, { readOnly: true })
    expect(before.prepare('SELECT text FROM diary').get()).toEqual({ text: 'kept' })
    before.close()
    const present = new DatabaseSync(file, { readOnly: true })
    expect(present.prepare('SELECT name FROM d1_migrations').all()).toEqual([
      { name: '0001_initial.sql' },
      { name: '0002_import_problems.sql' },
    ])
    expect(present.prepare('SELECT count(*) AS questions FROM question').get()).not.toEqual({
      questions: 0,
    })
    present.close()
  },
)

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

const elsewhere = (script: string) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script, state])
  return `${stdout}${stderr}`
}

it('is used by one process at a time, which the refusal names', () => {
  reserveState(state)
  const refusal = () =>
    elsewhere(`
      import { reserveState } from './scripts/local-database.ts'
      reserveState(process.argv[1])`)
  expect(refusal()).toContain(`Process ${process.pid} uses the data of this folder.`)
  rmSync(join(state, 'in-use.pid'))
  expect(refusal()).toContain('Another process uses the data of this folder.')
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
