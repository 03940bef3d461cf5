import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it, vi } from 'vitest'
import { databaseFile, holdState, prepareDatabase } from '../../scripts/local-database.ts'

const state = mkdtempSync(join(tmpdir(), 'ichimon-state-'))
afterAll(() => rmSync(state, { recursive: true }))

it('sets a database of an earlier schema aside with one sentence, and keeps one of this schema', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const file = databaseFile(state)
  mkdirSync(dirname(file), { recursive: true })
  const earlier = new DatabaseSync(file)
  earlier.exec(`
    CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO d1_migrations (name) VALUES ('0001_initial.sql'), ('0002_vitals.sql');
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
  ])
  expect(present.prepare('SELECT count(*) AS questions FROM question').get()).not.toEqual({
    questions: 0,
  })
  present.close()
})

it('is held by one process at a time', () => {
  const elsewhere = `import { holdState } from './scripts/local-database.ts'; process.exit(holdState(process.argv[1]) ? 0 : 3)`
  const second = () => spawnSync(process.execPath, ['-e', elsewhere, state]).status
  expect(second()).toBe(0)
  expect(holdState(state)).toBe(true)
  expect(second()).toBe(3)
})
