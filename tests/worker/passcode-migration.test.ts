import { globSync, readFileSync } from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseWorker, directDatabase } from '../../harness/local/direct-database.ts'
import { inProject } from '../../harness/local/run.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { passcodePurpose, type PasscodePurpose } from '../../src/domain/passcode.ts'
import { checkPasscode, consumePasscode } from '../../src/worker/identity/check-passcode.ts'
import { issuePasscode, passcodeHash } from '../../src/worker/identity/issue-passcode.ts'

const { activation, passwordReset, accountDeletion } = passcodePurpose
const CODE = '271828'
const WRONG = { error: 'dataNotAvailable' }

let miniflare: Miniflare
let db: D1Database
let env: Env

const run = (sql: string, ...values: unknown[]) =>
  db
    .prepare(sql)
    .bind(...values)
    .run()

/** As the release before migration 0031 stores a code: the account's only one. */
async function issueBefore(userId: string, purpose: PasscodePurpose, code = CODE) {
  await run(
    `INSERT INTO passcode (user_id, purpose, code_hash, attempts, created_at, expires_at) VALUES (?1, ?2, ?3, 0, ?4, ?5)
     ON CONFLICT (user_id) DO UPDATE SET purpose = excluded.purpose, code_hash = excluded.code_hash, attempts = 0,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    userId,
    purpose,
    await passcodeHash(env, userId, purpose, code),
    Date.now(),
    Date.now() + 10 * MINUTE_MS,
  )
}

let people = 0
async function person(): Promise<string> {
  const id = `person-${++people}`
  await run(
    'INSERT INTO user (id, username, username_key, email, email_key, created_at) VALUES (?1, ?1, ?1, ?1, ?1, 0)',
    id,
  )
  return id
}

const check = (userId: string, code: string, purpose?: PasscodePurpose) =>
  checkPasscode(env, { userId, emailKey: userId }, code, purpose)
const use = (userId: string, code: string, purpose: PasscodePurpose) =>
  consumePasscode(env, { userId, emailKey: userId }, code, purpose, () => [])

let early: string

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({ cf: false, workers: [databaseWorker(['DB'])] }),
  )
  db = directDatabase(miniflare)
  env = { SECRET: 'the secret of this test, used in it only', DB: db } as unknown as Env
  const files = globSync('*.sql', { cwd: inProject('migrations') }).sort()
  const apply = async (names: string[]) => {
    for (const name of names)
      await db.batch([db.prepare(readFileSync(inProject('migrations', name), 'utf8'))])
  }
  await apply(files.filter((name) => name < '0031'))
  early = await person()
  await issueBefore(early, activation)
  await apply(files.filter((name) => name >= '0031'))
})
afterAll(() => miniflare.dispose())

test('a code from before the migration is valid once, for its purpose', async () => {
  await expect(use(early, CODE, passwordReset)).rejects.toMatchObject(WRONG)
  await use(early, CODE, activation)
  await expect(use(early, CODE, activation)).rejects.toMatchObject(WRONG)
})

test('codes that the previous release issues afterwards are valid until it replaces them', async () => {
  const id = await person()
  await issueBefore(id, accountDeletion)
  await check(id, CODE, accountDeletion)
  await issueBefore(id, passwordReset, '314159')
  await check(id, '314159', passwordReset)
  await expect(check(id, CODE, accountDeletion)).rejects.toMatchObject(WRONG)
})

test('a code of this release stays valid while the previous one issues, uses and ends others', async () => {
  const id = await person()
  const deletion = await issuePasscode(env, id, accountDeletion)
  await issueBefore(id, passwordReset)
  await issueBefore(id, activation)
  await run('DELETE FROM passcode WHERE user_id = ?1', id)
  await check(id, deletion, accountDeletion)
})

test('a code that the previous release has used or ended is no longer valid', async () => {
  const id = await person()
  await issueBefore(id, passwordReset)
  await run('DELETE FROM passcode WHERE user_id = ?1', id)
  await expect(check(id, CODE)).rejects.toMatchObject(WRONG)
})

test('tries at the previous release count here as well', async () => {
  const id = await person()
  await issueBefore(id, passwordReset)
  for (let tries = 0; tries < 5; tries++)
    await run('UPDATE passcode SET attempts = attempts + 1 WHERE user_id = ?1', id)
  await expect(check(id, CODE)).rejects.toMatchObject({ error: 'tooManyAttempts' })
})

test('the codes of both tables go with their account, found by an index', async () => {
  const id = await person()
  await issueBefore(id, activation)
  await issuePasscode(env, id, passwordReset)
  await run('DELETE FROM user WHERE id = ?1', id)
  for (const table of ['passcode', 'issued_passcode']) {
    const left = await db.prepare(`SELECT * FROM ${table} WHERE user_id = ?1`).bind(id).all()
    expect(left.results).toEqual([])
  }
  const plan = await db.prepare("EXPLAIN QUERY PLAN DELETE FROM user WHERE id = ''").all()
  const steps = plan.results.map(({ detail }) => String(detail))
  expect(steps.filter((step) => /SCAN issued_passcode/.test(step))).toEqual([])
})
