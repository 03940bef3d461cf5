import { expect, test } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'
import { seal, unseal } from '../../src/worker/keys/seal.ts'
import { newEmail, PASSWORD, SECRET } from '../../harness/credentials.ts'
import { codeIn, newMail } from '../../harness/outbox.ts'
import {
  activePerson,
  auth,
  login,
  outcome,
  outcomeOfMe,
  refresh,
  register,
  value,
} from '../../harness/steps/auth-calls.ts'

const NEXT = 'the secret that follows, of the account tests, never used'

const app = await ownApp({ questions: false })
const waiting = newEmail()

const storedHash = (email: string) =>
  value<string>(app.sql`SELECT password_hash FROM user WHERE email_key = ${email}`)

const person = await activePerson(app)
const asleep = await activePerson(app)
await register(app, waiting)
await app.setVars({ MAIL_TRANSPORT: '' })
await auth(app, `GET /user/register/complete/?email=${waiting}&language=en`)
await newMail(app, waiting, 0)
await app.setVars({ SECRET: NEXT, SECRET_PREVIOUS: SECRET })

test('sessions go on: accepts the previous access token, and its update token', async () => {
  expect(await outcomeOfMe(app, person.accessToken)).toEqual([200])
  const refreshed = await refresh(app, person.updateToken)
  expect(refreshed.status).toBe(200)
  expect(await outcomeOfMe(app, refreshed.body.results.accessToken)).toEqual([200])
})

test('a password hashed under the previous pepper is accepted, and hashed again', async () => {
  const before = await storedHash(person.email)
  expect(outcome(await login(app, person.email, `${PASSWORD}x`))).toEqual([401, -1010])
  expect(await storedHash(person.email)).toBe(before)
  expect((await login(app, person.email)).status).toBe(200)
  await expect.poll(() => storedHash(person.email)).not.toBe(before)
  expect((await login(app, person.email)).status).toBe(200)
})

test('mail that was sealed before is still sent', async () => {
  await app.setVars({ MAIL_TRANSPORT: 'outbox' })
  await app.triggerCron()
  const outbox = await app.fetch(`/dev/outbox.json?to=${waiting}`)
  const [mail] = (await outbox.json()) as [{ text: string }]
  expect(codeIn(mail)).toMatch(/^\d{6}$/)
  expect(await value(app.sql`SELECT count(*) FROM mail WHERE sent_at IS NULL`)).toBe(0)
})

test('texts that moderation keeps are sealed again, and outlive a second change', async () => {
  const text = 'a text that waits for its decision'
  const sealed = seal({ SECRET }, 'moderation', 'resealed', text)
  await app.sql`INSERT INTO moderation_case
      (id, comment_id, question_id, sealed_text, state, score, opened_at, waiting_since)
    VALUES ('resealed', 'resealed', 'q', ${sealed}, 'open', 1, 0, 0)`.run()
  await app.triggerCron()
  const kept = await value<string>(
    app.sql`SELECT sealed_text FROM moderation_case WHERE id = 'resealed'`,
  )
  expect(kept).not.toBe(sealed)
  expect(unseal({ SECRET: NEXT }, 'moderation', 'resealed', kept!)).toBe(text)
  await expect.poll(() => app.logs.join('')).toContain('"resealed":1')
})

test('once SECRET_PREVIOUS is removed, tokens and passwords that were not renewed are refused', async () => {
  await app.setVars({ SECRET_PREVIOUS: undefined } as never)
  expect((await login(app, person.email)).status).toBe(200)
  expect(outcome(await login(app, asleep.email))).toEqual([401, -1010])
  expect((await outcomeOfMe(app, person.accessToken))[0]).toBe(401)
})
