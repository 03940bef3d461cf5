import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'
import { setTestClock, setTestLimits, sharedApp } from '../../harness/own-app.ts'
import { bindingsOf } from '../../harness/people.ts'
import { recording } from '../../harness/recorded-database.ts'
import { emailKey } from '../../src/domain/email.ts'
import { passcodePurpose } from '../../src/domain/passcode.ts'
import { checkPasscode } from '../../src/worker/identity/check-passcode.ts'
import { issueDecoy } from '../../src/worker/identity/send-passcode.ts'
import { emailCounter } from '../../src/worker/identity/rate-limit.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeIn, mails, newMail } from '../../harness/outbox.ts'
import {
  activePerson,
  auth,
  invalid,
  login,
  otherCode,
  outcome,
  refresh,
  sentCode,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'
import {
  activate as activateAccount,
  checkCode,
  NEW_PASSWORD,
  resetPassword,
} from '../../harness/steps/passcode-calls.ts'

const app = await sharedApp()

const check = (email: string, passcode: string) => checkCode(app, email, passcode)
const activate = (email: string, passcode: string) => activateAccount(app, email, passcode)
const reset = (email: string, passcode: string) => resetPassword(app, email, passcode)
const attempts = async (email: string) =>
  value(app.sql`SELECT attempts FROM issued_passcode WHERE user_id = ${await userIdOf(app, email)}`)

async function waiting() {
  const { email } = await activePerson(app, newEmail(), 'en', false)
  return { email, code: await sentCode(app, email, 'activation') }
}

test('activation: checking does not use the code up, activating does', async () => {
  const { email, code } = await waiting()
  expect(outcome(await check(email, code))).toEqual([202])
  expect(outcome(await check(email, code))).toEqual([202])
  const guesses = emailCounter(await bindingsOf(app), emailKey(email), 'guess')
  expect(await value(app.sql`SELECT count FROM attempt_counter WHERE name = ${guesses}`)).toBe(0)
  expect(outcome(await activate(email, code))).toEqual([202])
  expect((await login(app, email)).status).toBe(200)
  expect(outcome(await check(email, code))).toEqual(invalid('passcode'))
  expect(outcome(await activate(email, code))).toEqual(invalid('passcode'))
})

test('activation: a code is stored as a keyed hash only', async () => {
  const { email, code } = await waiting()
  const row = await app.sql`SELECT * FROM issued_passcode
      WHERE user_id = ${await userIdOf(app, email)}`.first()
  expect(row?.['code_hash']).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify({ ...row, expires_at: 0 })).not.toContain(code)
})

test('activation: a new code ends the one before', async () => {
  const { email, code: first } = await waiting()
  const second = await sentCode(app, email, 'activation')
  if (first !== second) expect(outcome(await check(email, first))).toEqual(invalid('passcode'))
  expect(outcome(await check(email, second))).toEqual([202])
})

test.each(['', '12345', '1234567', '12345a', '１２３４５６'])(
  'activation: %j is no code and costs no try',
  async (text) => {
    const { email } = await waiting()
    expect(outcome(await check(email, encodeURIComponent(text)))).toEqual(invalid('passcode'))
    expect(await attempts(email)).toBe(0)
  },
)

test('activation: an activated account is sent no activation code', async () => {
  const { email } = await activePerson(app)
  const before = (await mails(app, email)).length
  const asked = await auth(app, `GET /user/register/complete/?email=${email}&language=ja`)
  expect(outcome(asked)).toEqual([202])
  await sentCode(app, email, 'passwordReset')
  expect((await mails(app, email)).map(({ kind }) => kind).slice(before)).toEqual(['passwordReset'])
})

test('password reset sets the password, ends every session and uses the code up', async () => {
  const { email, updateToken } = await activePerson(app)
  const code = await sentCode(app, email, 'passwordReset')
  expect(outcome(await reset(email, code))).toEqual([202])
  expect(outcome(await login(app, email))).toEqual([401, -1010])
  expect((await login(app, email, NEW_PASSWORD)).status).toBe(200)
  expect(outcome(await refresh(app, updateToken))).toEqual([401, -1011])
  expect(outcome(await reset(email, code))).toEqual(invalid('passcode'))
})

test('password reset names a bad password before it counts an attempt', async () => {
  const { email } = await activePerson(app)
  const code = await sentCode(app, email, 'passwordReset')
  const response = await auth(app, 'PUT /user/password/reset/', {
    body: { email, newPassword: 'weak', passcode: code, language: 'ja' },
  })
  expect(outcome(response)).toEqual(invalid('newPassword'))
  expect(await attempts(email)).toBe(0)
})

test.each([
  ['password/reset/?email=x&language=ja', 'email'],
  ['register/complete/?email=x&language=ja', 'email'],
  ['password/reset/?email=a@example.com&language=de', 'language'],
])('password reset: %s is refused for its %s', async (query, field) => {
  expect(outcome(await auth(app, `GET /user/${query}`))).toEqual(invalid(field))
})

test('password reset sends an account without a password a mail that says how to log in, and no code', async () => {
  const { email } = await activePerson(app)
  await app.sql`UPDATE user SET password_hash = NULL WHERE email_key = ${email}`.run()
  expect(outcome(await auth(app, `GET /user/password/reset/?email=${email}&language=ja`))).toEqual([
    202,
  ])
  const sent = async () => (await mails(app, email)).map(({ kind }) => kind)
  await expect.poll(sent).toContain('socialLogin')
  expect(await sent()).not.toContain('passwordReset')
})

/** 300 in `npm run test:slow`. */
const GUESSES = Number(process.env['GUESSES'] ?? 60)

test('guessing: of many concurrent guesses, 5 are evaluated', async () => {
  const { email, code } = await waiting()
  const guesses = Array.from({ length: GUESSES }, (_, index) =>
    check(email, otherCode(code, index + 1)),
  )
  const codes = (await Promise.all(guesses)).map(({ body }) => body.errorCode)
  const evaluated = codes.filter((error) => error === -1023).length
  expect(evaluated).toBe(5)
  expect(codes.filter((error) => error === -1021)).toHaveLength(GUESSES - 5)
  expect(await attempts(email)).toBe(5)
  const right = await activate(email, code)
  expect(outcome(right)).toEqual([403, -1021])
  expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(500)
})

test('guessing admits one of 5 concurrent right codes', async () => {
  const { email } = await activePerson(app)
  const code = await sentCode(app, email, 'passwordReset')
  const responses = await Promise.all(Array.from({ length: 5 }, () => reset(email, code)))
  const won = responses.filter(({ status }) => status === 202).length
  expect(won).toBe(1)
  expect(responses.filter(({ body }) => body.errorCode === -1023)).toHaveLength(4)
})

test('guessing: the right code at the fifth try is still good for the call that uses it up', async () => {
  const { email, code } = await waiting()
  for (let by = 1; by <= 4; by++) await check(email, otherCode(code, by))
  expect(outcome(await check(email, code))).toEqual([202])
  expect(outcome(await activate(email, code))).toEqual([202])
})

describe('limits of production', () => {
  beforeEach(() => setTestLimits(app, 'codeFailuresInARow=8'))

  /** The minute's counters expire; the day's do not. */
  const minutePasses = () => app.sql`DELETE FROM attempt_counter WHERE name LIKE 'send_:%'`.run()
  const send = (email: string) => auth(app, `GET /user/password/reset/?email=${email}&language=ja`)

  test('a code is sent once a minute and ten times a day, account or not', async () => {
    const email = newEmail()
    for (let sent = 0; sent < 10; sent++) {
      const first = await send(email)
      expect(outcome(first)).toEqual([202])
      expect(Number(first.headers.get('Retry-After'))).toBeGreaterThan(50)
      const again = await send(email)
      expect(outcome(again)).toEqual([403, -1021])
      expect(Number(again.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
      await minutePasses()
    }
    const eleventh = await send(email)
    expect(outcome(eleventh)).toEqual([403, -1021])
    expect(Number(eleventh.headers.get('Retry-After'))).toBeGreaterThan(80_000)
    await setTestClock(app, 25 * HOUR_MS)
    expect(outcome(await send(email))).toEqual([202])
  })

  test('after failures in a row only the mailed link opens code entry again', async () => {
    const { email } = await activePerson(app)
    const fetchCode = async () => {
      await minutePasses()
      const before = (await mails(app, email)).length
      await send(email)
      return newMail(app, email, before)
    }
    const first = codeIn(await fetchCode())
    for (let by = 1; by <= 5; by++) await check(email, otherCode(first, by))
    const second = codeIn(await fetchCode())
    for (let by = 1; by <= 3; by++)
      expect(outcome(await check(email, otherCode(second, by)))[1]).toBe(-1023)
    expect(outcome(await check(email, second))).toEqual([403, -1021])

    const unlockMail = await fetchCode()
    expect(unlockMail.kind).toBe('unlock')
    const token = /\/unlock_code\?token=([\w-]{22})/.exec(unlockMail.text)?.[1]
    const unlock = (body: object) => auth(app, 'PUT /user/key/unlock/', { body })
    expect(outcome(await unlock({ token: `${token}x` }))).toEqual(invalid('token'))
    expect(outcome(await unlock({ token }))).toEqual([202])
    expect(outcome(await unlock({ token }))).toEqual(invalid('token'))
    expect(outcome(await check(email, codeIn(await fetchCode())))).toEqual([202])
  })

  test('an account takes 25 guesses a day', async () => {
    await setTestLimits(app, '')
    const { email } = await activePerson(app, newEmail(), 'en', false)
    let evaluated = 0
    for (let sent = 0; sent < 6; sent++) {
      await minutePasses()
      const code = await sentCode(app, email, 'activation')
      for (let by = 1; by <= 5; by++)
        if ((await check(email, otherCode(code, by))).body.errorCode === -1023) evaluated++
    }
    expect(evaluated).toBe(25)
  })
})

/** Equal statements in equal round trips make two addresses indistinguishable by time. */
async function statementsOf(email: string, userId: string | undefined) {
  const record = recording(app.db)
  const env = { ...(await bindingsOf(app)), DB: record.db }
  const { trips } = await record.costOf(() =>
    expect(
      checkPasscode(env, { userId, emailKey: emailKey(email) }, '000000'),
    ).rejects.toMatchObject({ error: 'dataNotAvailable' }),
  )
  return { trips, statements: [...record.statements] }
}

test('the statements of a check are the same with an account and without one when no passcode was requested', async () => {
  const { email } = await activePerson(app)
  const known = await statementsOf(email, await userIdOf(app, email))
  expect(known.trips).toBe(1)
  expect(await statementsOf(newEmail(), undefined)).toEqual(known)
})

test('the statements of a check take as many round trips with an account as without one after a request', async () => {
  const { email } = await activePerson(app)
  const passcode = await sentCode(app, email, 'passwordReset')
  const stranger = newEmail()
  const holder = { userId: undefined, emailKey: emailKey(stranger) }
  await issueDecoy(await bindingsOf(app), holder, passcodePurpose.passwordReset)
  const unknown = await statementsOf(stranger, undefined)
  if (passcode !== '000000') {
    const known = await statementsOf(email, await userIdOf(app, email))
    expect(known.trips).toBe(unknown.trips)
  }
})
