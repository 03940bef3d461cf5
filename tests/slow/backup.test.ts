import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'
import { serve } from '../../harness/local/serve.ts'
import { createPeople } from '../../harness/people.ts'
import { reserveState } from '../../scripts/local-database.ts'
import { operateBackup } from '../../scripts/operator/backup.ts'
import { databaseOfTarget } from '../../scripts/operator/database.ts'
import { operatePictures } from '../../scripts/operator/pictures.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { base64, jpeg } from '../worker/picture-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'ichimon-backup-'))
const copy = join(folder, 'copy.sqlite')
const PEOPLE = 'SELECT count(*) AS people FROM user'
const SESSIONS = 'SELECT count(*) AS sessions FROM session'

const app = await ownApp()
afterAll(() => rmSync(folder, { recursive: true }))

const backup = (words: string[], output?: string, state = app.persistTo) =>
  operateBackup({ isRemote: false, data: state }, words, output ? { output } : {})

it('copies the database of a running server, whole and with everything written until then', async () => {
  await createPeople(app, 3)
  expect(await backup([], copy)).toContain(copy)
  const db = new DatabaseSync(copy, { readOnly: true })
  expect(db.prepare(PEOPLE).get()).toEqual({ people: 3 })
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  db.close()
})

it('restores the copy, which a server serves, without sessions, and keeps the database that was there', async () => {
  const state = join(folder, 'state')
  await createPeople(app, 2)
  expect(await app.db.prepare(SESSIONS).first('sessions')).toBe(5)
  await backup([], join(folder, 'newer.sqlite'))
  expect(await backup(['restore', join(folder, 'newer.sqlite')], undefined, state)).toMatch(
    /newer\.sqlite is in place\. Start the site/,
  )
  const server = reserveState(state)
  await expect(backup(['restore', copy], undefined, state)).rejects.toThrow(`${process.pid} uses`)
  server.close()
  const said = await backup(['restore', copy], undefined, state)
  const [, kept] = /the database before is (\S+)\. /.exec(said)!
  const before = new DatabaseSync(kept!, { readOnly: true })
  expect(before.prepare(PEOPLE).get()).toEqual({ people: 5 })
  before.close()
  const restored = await serve({ port: 0, persistTo: state, vars: app.vars(), log: () => {} })
  expect(await restored.db.prepare(PEOPLE).first('people')).toBe(3)
  expect(await restored.db.prepare(SESSIONS).first('sessions')).toBe(0)
  expect((await fetch(restored.origin)).status).toBe(200)
  await restored.stop()
})

it('moves to another folder by SQL and over HTTP, with every row and picture that stays valid', async () => {
  const [person] = await createPeople(app, 1)
  const body = { picture: base64(await jpeg(40, 30)), type: 'jpg' }
  await callService(app, 'user', 'PUT /user/picture', person, body)
  await app.sql`INSERT INTO audit_log (at, actor_id, role, action, subject, why)
    VALUES (1, 'a', 'operator', 'test', ${"';--\n日本 👋"}, '')`.run()
  const [state, sql] = [join(folder, 'moved'), join(folder, 'moved.sql')]
  await backup([], sql)
  await backup(['restore', sql], undefined, state)
  const target = { isRemote: false, data: state }
  const copied = await operatePictures(databaseOfTarget(target), target, ['copy', app.origin])
  expect(copied).toBe('Pictures copied: 1.')
  const moved = await serve({ port: 0, persistTo: state, vars: app.vars(), log: () => {} })
  const ended = readFileSync('scripts/operator/after-restore.sql', 'utf8')
  const tables = app.sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*'`
  for (const { name } of (await tables.all<{ name: string }>()).results) {
    const rows = `SELECT * FROM "${name}"`
    const { results } = await app.db.prepare(rows).all()
    expect((await moved.db.prepare(rows).all()).results, name).toEqual(
      ended.includes(`DELETE FROM ${name};`) ? [] : results,
    )
  }
  const items = `SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB '_cf_*' ORDER BY name`
  expect((await moved.db.prepare(items).all()).results).toEqual(
    (await app.db.prepare(items).all()).results,
  )
  const { results } = await app.sql`SELECT id FROM picture`.all<{ id: string }>()
  const [before, after] = await Promise.all(
    [app.origin, moved.origin].map((origin) => fetch(`${origin}/picture/${results[0]!.id}`)),
  )
  expect(after!.headers.get('Content-Type')).toBe('image/jpeg')
  expect(await after!.bytes()).toEqual(await before!.bytes())
  await moved.stop()
})

it('overwrites no file, and restores none that is no copy', async () => {
  await expect(backup([], copy)).rejects.toThrow('exists')
  const other = join(folder, 'other')
  writeFileSync(other, 'not a database')
  await expect(backup(['restore', other])).rejects.toThrow('no copy of the database')
  const sql = readFileSync(join(folder, 'moved.sql'), 'utf8')
  writeFileSync(`${other}.sql`, sql.slice(0, sql.lastIndexOf('CREATE TRIGGER')))
  await expect(backup(['restore', `${other}.sql`], undefined, folder)).rejects.toThrow('damaged')
  await expect(backup(['restore', join(folder, 'missing')])).rejects.toThrow('no copy')
  await expect(backup(['burn'])).rejects.toThrow("'burn' is none")
})
