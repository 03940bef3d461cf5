import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { emailKey } from '../../src/domain/email.ts'
import { passcodePurpose } from '../../src/domain/passcode.ts'
import { checkPasscode } from '../../src/worker/identity/check-passcode.ts'
import { emailCounter } from '../../src/worker/identity/rate-limit.ts'
import { issuePasscode } from '../../src/worker/identity/send-passcode.ts'
import { setTestClock, sharedApp } from '../../harness/own-app.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { bindingsOf } from '../../harness/people.ts'
import { mails } from '../../harness/outbox.ts'
import {
  activePerson,
  auth,
  confirmEmailChange,
  emailChangeToken,
  invalid,
  login,
  otherCode,
  outcome,
  sentCode,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'
import {
  activate,
  checkCode,
  deleteAccount,
  deletionCode,
  NEW_PASSWORD,
  resetPassword,
} from '../../harness/steps/passcode-calls.ts'

const REFUSED = invalid('passcode')
const EXHAUSTED = [403, -1021]

const app = await sharedApp()

async function personWithTwoCodes() {
  const person = await activePerson(app)
  const deletion = await deletionCode(app, person)
  let reset = await sentCode(app, person.email, 'passwordReset')
  while (reset === deletion) reset = await sentCode(app, person.email, 'passwordReset')
  return { ...person, deletion, reset }
}

test('a code for another purpose leaves the deletion code valid', async () => {
  const { userId, email, accessToken, deletion, reset } = await personWithTwoCodes()
  expect(outcome(await checkCode(app, email, deletion))).toEqual([202])
  expect(outcome(await checkCode(app, email, reset))).toEqual([202])
  expect(outcome(await deleteAccount(app, accessToken, reset))).toEqual(REFUSED)
  expect(outcome(await deleteAccount(app, accessToken, deletion))).toEqual([205])
  const left = await value(
    app.sql`SELECT count(*) FROM issued_passcode
      WHERE holder = ${userId} AND code_hash IS NOT NULL`,
  )
  expect(left).toBe(0)
})

test('a code for another purpose leaves the activation code valid, and activation the other', async () => {
  const { email } = await activePerson(app, newEmail(), 'en', false)
  const activation = await sentCode(app, email, 'activation')
  const reset = await sentCode(app, email, 'passwordReset')
  if (reset !== activation) expect(outcome(await activate(app, email, reset))).toEqual(REFUSED)
  expect(outcome(await login(app, email))).toEqual([403, -1006])
  expect(outcome(await activate(app, email, activation))).toEqual([202])
  expect(outcome(await activate(app, email, activation))).toEqual(REFUSED)
  expect(outcome(await resetPassword(app, email, reset))).toEqual([202])
})

test('a code for another purpose leaves both valid when it is asked for at the same time', async () => {
  const { email } = await activePerson(app)
  const env = await bindingsOf(app)
  const userId = (await userIdOf(app, email))!
  const purposes = [...Object.values(passcodePurpose), ...Object.values(passcodePurpose)]
  const codes = await Promise.all(purposes.map((purpose) => issuePasscode(env, userId, purpose)))
  const holder = { userId, emailKey: emailKey(email) }
  const isRight = (code: string, index: number) =>
    checkPasscode(env, holder, code, purposes[index]).then(
      () => purposes[index],
      () => undefined,
    )
  // Of two codes for one purpose the later one is valid.
  const valid = await Promise.all(codes.map(isRight))
  expect([...new Set(valid.filter((purpose) => purpose))].sort()).toEqual([1, 2, 3])
})

test('a code for another purpose expires ten minutes after it was sent', async () => {
  const person = await activePerson(app)
  const deletion = await deletionCode(app, person)
  await setTestClock(app, 9 * MINUTE_MS)
  expect(outcome(await checkCode(app, person.email, deletion))).toEqual([202])
  const reset = await sentCode(app, person.email, 'passwordReset')
  await setTestClock(app, 10 * MINUTE_MS + 5000)
  expect(outcome(await deleteAccount(app, person.accessToken, deletion))).toEqual(REFUSED)
  expect(outcome(await resetPassword(app, person.email, reset))).toEqual([202])
})

test('wrong codes leave the tries of other purposes', async () => {
  const { email, accessToken, deletion, reset } = await personWithTwoCodes()
  for (let by = 1; by <= 5; by++)
    expect(outcome(await resetPassword(app, email, otherCode(reset, by)))).toEqual(REFUSED)
  expect(outcome(await resetPassword(app, email, reset))).toEqual(EXHAUSTED)
  expect(outcome(await checkCode(app, email, reset))).toEqual(REFUSED)
  expect(outcome(await checkCode(app, email, deletion))).toEqual([202])
  expect(outcome(await deleteAccount(app, accessToken, deletion))).toEqual([205])
})

test('wrong codes cost each code a try without a purpose', async () => {
  const { email, deletion, reset } = await personWithTwoCodes()
  const wrong = (by: number) => {
    const code = otherCode(reset, by)
    return code === deletion ? otherCode(reset, 100) : code
  }
  for (let by = 1; by <= 5; by++)
    expect(outcome(await checkCode(app, email, wrong(by)))).toEqual(REFUSED)
  for (const code of [deletion, reset])
    expect(outcome(await checkCode(app, email, code))).toEqual(EXHAUSTED)
})

test('wrong codes: a right code gives the tries of all back', async () => {
  const { email, deletion, reset } = await personWithTwoCodes()
  for (let checks = 0; checks < 4; checks++)
    for (const code of [deletion, reset])
      expect(outcome(await checkCode(app, email, code))).toEqual([202])
  const attempts = await value(
    app.sql`SELECT sum(attempts) FROM issued_passcode
        WHERE user_id = ${await userIdOf(app, email)} AND code_hash IS NOT NULL`,
  )
  expect(attempts).toBe(0)
})

test('wrong codes count as a guess of the account’s day for each code that they are compared with', async () => {
  const { email, deletion, reset } = await personWithTwoCodes()
  const guesses = () => value(app.sql`SELECT count FROM attempt_counter WHERE name LIKE 'guess:%'`)
  await app.sql`DELETE FROM attempt_counter WHERE name LIKE 'guess:%'`.run()
  await checkCode(app, email, otherCode(reset, otherCode(reset) === deletion ? 2 : 1))
  expect(await guesses()).toBe(2)
  await resetPassword(app, email, otherCode(reset))
  expect(await guesses()).toBe(3)
  await checkCode(app, email, deletion)
  expect(await guesses()).toBe(3)
  expect(
    await value(
      app.sql`SELECT failures FROM passcode_lock WHERE user_id = ${await userIdOf(app, email)}`,
    ),
  ).toBeUndefined()
})

test('codes of every purpose end when the password is reset', async () => {
  const { email, deletion, reset } = await personWithTwoCodes()
  expect(outcome(await resetPassword(app, email, reset))).toEqual([202])
  expect(outcome(await checkCode(app, email, deletion))).toEqual(REFUSED)
})

test('codes of every purpose end when the password is changed', async () => {
  const { email, accessToken, deletion, reset } = await personWithTwoCodes()
  const body = { email, password: PASSWORD, newPassword: NEW_PASSWORD }
  expect(outcome(await user(app, 'PUT /user/password', { token: accessToken, body }))).toEqual([
    202,
  ])
  for (const code of [deletion, reset])
    expect(outcome(await checkCode(app, email, code))).toEqual(REFUSED)
})

test('codes of every purpose end when the address is changed', async () => {
  const { accessToken, deletion, reset } = await personWithTwoCodes()
  const address = newEmail()
  const link = await emailChangeToken(app, accessToken, address)
  expect(await confirmEmailChange(app, accessToken, link)).toEqual([202])
  for (const code of [deletion, reset])
    expect(outcome(await checkCode(app, address, code))).toEqual(REFUSED)
})

describe('an address without an account', () => {
  const ask = (path: string, email: string) =>
    auth(app, `GET /user/${path}/?email=${email}&language=en`)

  test('does not lock an account registered later when its codes were guessed too often', async () => {
    const email = newEmail()
    const failures = emailCounter(await bindingsOf(app), emailKey(email), 'decoyFailure')
    await app.sql`INSERT INTO attempt_counter
      VALUES (${failures}, 2000000, ${Date.now() + DAY_MS})`.run()
    await ask('password/reset', email)
    await expect.poll(async () => outcome(await checkCode(app, email, '000000'))).toEqual(EXHAUSTED)
    await activePerson(app, email)
  })

  test.each([
    ['reset', ['password/reset']],
    ['activation', ['register/complete']],
    ['both', ['password/reset', 'register/complete']],
  ])('answers as one with an account after a request for %s', async (_, paths) => {
    const activated = (await activePerson(app)).email
    const waiting = (await activePerson(app, newEmail(), 'en', false)).email
    const answers: unknown[] = []
    const unknown = newEmail()
    for (const email of [activated, waiting, unknown]) {
      await app.sql`DELETE FROM issued_passcode`.run()
      for (const path of paths) await ask(path, email)
      await expect
        .poll(() => value(app.sql`SELECT count(*) FROM issued_passcode`))
        .toBe(paths.length)
      const seen: unknown[] = []
      for (let tries = 0; tries < 7; tries++) {
        seen.push(outcome(await activate(app, email, '000000')))
        seen.push(outcome(await resetPassword(app, email, '000000')))
        seen.push(outcome(await checkCode(app, email, '000000')))
      }
      answers.push(seen)
    }
    expect(await mails(app, unknown)).toEqual([])
    expect(answers[1]).toEqual(answers[2])
    expect(answers[0]).toEqual(answers[2])
  })
})
