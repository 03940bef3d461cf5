import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { translator } from '../../src/i18n/server.ts'
import { setTestLimits, setTestVars, sharedApp } from '../../harness/own-app.ts'
import { maskEmail } from '../../src/domain/mask-email.ts'
import type { TestPerson } from '../../harness/people.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { mails, newMail } from '../../harness/outbox.ts'
import {
  activePerson,
  confirmEmailChange,
  emailChangeToken,
  invalid,
  login,
  meOf,
  outcome,
  outcomeOfMe,
  register,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'

const app = await sharedApp()
let person: TestPerson
beforeEach(async () => {
  person = await activePerson(app)
})

const THIS_YEAR = new Date(Date.now() + TOKYO_OFFSET_MS).getUTCFullYear()

const ask = async (token: string, newEmail: string) =>
  user(app, `GET /user/email/confirm/?${new URLSearchParams({ newEmail, language: 'en' })}`, {
    token,
  })

test.each([
  ...[0, 1, 2, 3, 4].map((gender) => ({ gender })),
  ...[0, THIS_YEAR, THIS_YEAR - 99].map((birthYear) => ({ birthYear })),
])('keeps %j', async (body) => {
  const { accessToken: token } = person
  const [field = ''] = Object.keys(body)
  const response = await user(app, `PUT /user/${field.toLowerCase()}`, { token, body })
  expect(outcome(response)).toEqual([202])
  expect(await meOf(app, token)).toMatchObject(body)
})

test.each([
  ...[5, -1, 1.5].map((gender) => ({ gender })),
  ...[THIS_YEAR + 1, THIS_YEAR - 100, -1, 1, 1980.5].map((birthYear) => ({ birthYear })),
])('refuses %j', async (body) => {
  const { accessToken: token } = person
  const [field = ''] = Object.keys(body)
  const response = await user(app, `PUT /user/${field.toLowerCase()}`, { token, body })
  expect(outcome(response)).toEqual(invalid(field))
})

describe('the password', () => {
  const NEXT = 'N3w-passw0rd'
  const change = (token: string, body: unknown) => user(app, 'PUT /user/password', { token, body })

  test('is changed, ends the other sessions and keeps this one', async () => {
    const other = (await login(app, person.email)).body.results
    const body = { email: person.email, password: PASSWORD, newPassword: NEXT }
    expect(outcome(await change(person.accessToken, body))).toEqual([202])
    expect(await outcomeOfMe(app, person.accessToken)).toEqual([200])
    const ended = await user(app, 'GET /user/me', { token: other.accessToken })
    expect(outcome(ended)).toEqual([401, -1008])
    expect(outcome(await login(app, person.email))).toEqual([401, -1010])
    expect((await login(app, person.email, NEXT)).status).toBe(200)
    const notice = await newMail(app, person.email, 0)
    expect(notice.kind).toBe('passwordChanged')
    expect(notice.text).toContain(translator('en')('mail.passwordChanged.heading'))
  })

  test('is changed once by a call that is repeated, since its response was lost', async () => {
    const body = { email: person.email, password: PASSWORD, newPassword: NEXT }
    const repeated = [
      await change(person.accessToken, body),
      await change(person.accessToken, body),
    ]
    expect(repeated.map(outcome)).toEqual([[202], [202]])
    expect((await login(app, person.email, NEXT)).status).toBe(200)
    await newMail(app, person.email, 0)
    expect(await mails(app, person.email)).toHaveLength(1)
  })

  const noPlace = async () => {
    await app.db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON mail BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
    onTestFinished(() => void app.db.exec('DROP TRIGGER full'))
  }
  const noOrigin = async () => {
    await setTestLimits(app, '')
    await setTestVars(app, { PUBLIC_ORIGIN: '', DEVELOPMENT: '' })
  }
  test.each([noPlace, noOrigin])('changes with a logged mail that has %o', async (prevent) => {
    const before = app.logs.length
    await prevent()
    const body = { email: person.email, password: PASSWORD, newPassword: NEXT }
    expect(outcome(await change(person.accessToken, body))).toEqual([202])
    await expect
      .poll(() => app.logs.slice(before).join('\n'))
      .toContain('"mail":"not-stored","kind":"passwordChanged"')
  })

  test('is refused (-1009) with a wrong current password or another address, and nothing changes', async () => {
    const body = { email: person.email, password: PASSWORD, newPassword: NEXT }
    const changed = async (wrong: object) =>
      outcome(await change(person.accessToken, { ...body, ...wrong }))
    expect(await changed({ password: 'Wr0ng-one!' })).toEqual([401, -1009])
    expect(await changed({ email: newEmail() })).toEqual([401, -1009])
    expect(await changed({ newPassword: 'short' })).toEqual(invalid('newPassword'))
    expect((await login(app, person.email)).status).toBe(200)
  })

  test('is that of the one change that succeeded, of several at once', async () => {
    const { email, accessToken: token } = await activePerson(app)
    const passwords = [1, 2, 3].map((number) => `${PASSWORD}${number}`)
    const responses = await Promise.all(
      passwords.map((newPassword) => change(token, { email, password: PASSWORD, newPassword })),
    )
    expect(responses.map(outcome).toSorted()).toEqual([[202], [401, -1009], [401, -1009]])
    const winner = passwords[responses.findIndex(({ status }) => status === 202)]!
    expect((await login(app, email, winner)).status).toBe(200)
  })

  test('ten wrong ones lock signing in as well', async () => {
    await setTestLimits(app, 'passwordHashesQueued=100')
    const { accessToken: token, email } = person
    const body = { email, password: 'Wr0ng-one!', newPassword: NEXT }
    const tries = []
    for (let index = 0; index < 11; index++) {
      const from = `192.0.2.${index}`
      tries.push(outcome(await user(app, 'PUT /user/password', { token, body, from })))
    }
    expect(tries).toEqual([...Array.from({ length: 10 }, () => [401, -1009]), [403, -1021]])
    const signIn = await login(app, email, PASSWORD, { from: '192.0.2.99' })
    expect(outcome(signIn)).toEqual([403, -1021])
  })
})

test('the e-mail address refuses a link without a recent sign-in, and sends it after one', async () => {
  const userId = (await userIdOf(app, person.email))!
  await app.sql`UPDATE session SET created_at = 0 WHERE user_id = ${userId}`.run()
  const address = newEmail()
  expect(outcome(await ask(person.accessToken, address))).toEqual([401, -1005])
  expect(await mails(app, address)).toEqual([])
  const again = (await login(app, person.email)).body.results
  expect(outcome(await ask(again.accessToken, address))).toEqual([202])
})

test('the e-mail address changes when the link that went to the new one is confirmed, once', async () => {
  const address = newEmail()
  const link = await emailChangeToken(app, person.accessToken, address)
  expect((await meOf(app, person.accessToken)).email).toBe(person.email)
  expect(await confirmEmailChange(app, person.accessToken, link)).toEqual([202])
  expect((await meOf(app, person.accessToken)).email).toBe(address)
  expect((await login(app, address)).status).toBe(200)
  expect(outcome(await login(app, person.email))).toEqual([401, -1010])
  expect(await confirmEmailChange(app, person.accessToken, link)).toEqual(invalid('token'))
  const notice = await newMail(app, person.email, 0)
  expect(notice.kind).toBe('emailChanged')
  expect(notice.text).toContain(maskEmail(address))
  expect(await mails(app, person.email)).toHaveLength(1)
})

test('the e-mail address: the link works for its account only, for a day, and only the last one sent', async () => {
  const stranger = await activePerson(app)
  const [first, second] = [newEmail(), newEmail()]
  const dead = await emailChangeToken(app, person.accessToken, first)
  const link = await emailChangeToken(app, person.accessToken, second)
  expect(await confirmEmailChange(app, stranger.accessToken, link)).toEqual(invalid('token'))
  expect(await confirmEmailChange(app, person.accessToken, dead)).toEqual(invalid('token'))
  await app.sql`UPDATE email_change SET expires_at = 0`.run()
  expect(await confirmEmailChange(app, person.accessToken, link)).toEqual(invalid('token'))
  expect((await meOf(app, person.accessToken)).email).toBe(person.email)
})

test('the e-mail address: a taken or malformed one is refused, at asking and at confirming', async () => {
  const other = await activePerson(app)
  expect(outcome(await ask(person.accessToken, other.email.toUpperCase()))).toEqual([406, -1018])
  expect(outcome(await ask(person.accessToken, 'nobody'))).toEqual(invalid('newEmail'))
  const address = newEmail()
  const link = await emailChangeToken(app, person.accessToken, address)
  await activePerson(app, address)
  expect(await confirmEmailChange(app, person.accessToken, link)).toEqual([406, -1018])
})

test('the e-mail address: a person who proves an address takes it over from an account that never did', async () => {
  const address = newEmail()
  const link = await emailChangeToken(app, person.accessToken, address)
  await register(app, address)
  expect(await confirmEmailChange(app, person.accessToken, link)).toEqual([202])
  expect(await userIdOf(app, address)).toBe(
    await value<string>(app.sql`SELECT id FROM user WHERE email = ${address}`),
  )
  expect(await value(app.sql`SELECT count(*) FROM user WHERE email_key = ${address}`)).toBe(1)
  expect((await meOf(app, person.accessToken)).email).toBe(address)
})

test('the e-mail address gets one link a minute', async () => {
  await setTestLimits(app, '')
  const { accessToken } = await activePerson(app)
  expect(outcome(await ask(accessToken, newEmail()))).toEqual([202])
  const again = await ask(accessToken, newEmail())
  expect(outcome(again)).toEqual([403, -1021])
  expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(50)
})
