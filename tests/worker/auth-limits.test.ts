import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { setTestClock, setTestLimits, sharedApp } from '../../harness/own-app.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { activePerson, auth, login, outcome, value } from '../../harness/steps/auth-calls.ts'

const app = await sharedApp()
beforeEach(() => setTestLimits(app, ''))

let connections = 0
const newAddress = () => `198.51.100.${++connections}`

const person = async () => (await activePerson(app)).email

/** Sequential, so that the hash queue stays short. */
async function fail(
  count: number,
  email: () => string,
  from: () => string,
): Promise<(number | undefined)[]> {
  const codes: (number | undefined)[] = []
  for (let index = 0; index < count; index++) {
    codes.push((await login(app, email(), 'Wr0ng-Password', { from: from() })).body.errorCode)
  }
  return codes
}

const tenThenNoMore = [...Array.from({ length: 10 }, () => -1010), -1021, -1021]

/** Counts more attempts of what was attempted once, without their hashes. */
const count = (more: number, limit: string) =>
  app.sql`UPDATE attempt_counter SET count = count + ${more} WHERE name LIKE ${limit} || ':%'
    AND count = 1`.run()

/** The first failure and the tenth to twelfth. */
async function failTwelve(email: () => string, from: () => string) {
  const first = await fail(1, email, from)
  await count(8, 'signIn')
  return [...first, ...(await fail(3, email, from))]
}

const tenWereCounted = [-1010, -1010, -1021, -1021]

describe('failed sign-ins', () => {
  test('are ten for an address, from wherever, known or not; then the right password waits too', async () => {
    const known = await person()
    expect(await fail(12, () => known, newAddress)).toEqual(tenThenNoMore)
    const unknown = newEmail()
    expect(await failTwelve(() => unknown, newAddress)).toEqual(tenWereCounted)

    const right = await login(app, known, PASSWORD, { from: newAddress() })
    expect(outcome(right)).toEqual([403, -1021])
    const seconds = Number(right.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(800)
    expect(seconds).toBeLessThanOrEqual(900)
    await setTestClock(app, 15 * MINUTE_MS + 1000)
    expect((await login(app, known, PASSWORD, { from: newAddress() })).status).toBe(200)
  })

  test('are ten for a connection, whichever the address', async () => {
    const from = newAddress()
    expect(await failTwelve(newEmail, () => from)).toEqual(tenWereCounted)
  })

  test('IPv6 connections count by their /64', async () => {
    let host = 0
    const from = () => `2001:db8:0:7:${(++host).toString(16)}::1`
    expect(await failTwelve(newEmail, from)).toEqual(tenWereCounted)
    expect(await fail(1, newEmail, () => '2001:db8:0:8::1')).toEqual([-1010])
  })

  test('successes do not count, and reduce no count', async () => {
    const email = await person()
    const from = newAddress()
    expect(await fail(1, () => email, newAddress)).toEqual([-1010])
    await count(8, 'signIn')
    for (let index = 0; index < 2; index++)
      expect((await login(app, email, PASSWORD, { from })).status).toBe(200)
    expect(await fail(2, () => email, newAddress)).toEqual([-1010, -1021])
  })

  test('counter names hold no address', async () => {
    for (const from of ['198.51.100.0', '2001:db8:0:9::1']) await fail(1, newEmail, () => from)
    const { results } = await app.sql`SELECT name FROM attempt_counter`.all()
    expect(results.length).toBeGreaterThan(0)
    expect(JSON.stringify(results)).not.toMatch(/example\.com|198\.51|2001:db8/)
  })
})

test('at most four hashes wait; further logins are 503 with Retry-After and not counted as failures', async () => {
  // Several accounts, so that none reaches its own limit of concurrent sign-ins.
  const emails = [await person(), await person(), await person()]
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      login(app, emails[index % emails.length]!, PASSWORD, { from: newAddress() }),
    ),
  )
  const admitted = responses.filter(({ status }) => status === 200).length
  const refused = responses.filter(({ status, body }) => status === 503 && body.errorCode === -1004)
  // The last registration's hash may still have one of the four places.
  expect(admitted).toBeGreaterThanOrEqual(3)
  expect(admitted + refused.length).toBe(20)
  expect(refused.length).toBeGreaterThan(10)
  for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  await expect
    .poll(async () => (await login(app, emails[0]!, PASSWORD, { from: newAddress() })).status)
    .toBe(200)
})

test('a connection may check ten addresses a minute and a hundred a day', async () => {
  const from = newAddress()
  const check = (index: number) =>
    index % 2
      ? auth(app, `GET /user/email/available/?email=${newEmail()}`, { from })
      : auth(app, `GET /user/username/available/?username=free-${index}`, { from })
  const minutePasses = () =>
    app.sql`DELETE FROM attempt_counter WHERE name LIKE 'availabilityChecksPerMinute:%'`.run()
  await check(0)
  await minutePasses()
  await count(89, 'availabilityChecksPerDay')
  for (let index = 0; index < 10; index++) expect(outcome(await check(index))).toEqual([202])
  expect(outcome(await check(0))).toEqual([403, -1021])
  await minutePasses()
  const refused = await check(1)
  expect(outcome(refused)).toEqual([403, -1021])
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(80_000)
})

test('a connection may register twenty an hour, counted before a hash is made', async () => {
  const from = newAddress()
  const attempt = () =>
    auth(app, 'POST /user/register/', {
      body: { newEmail: newEmail(), newPassword: PASSWORD },
      from,
    })
  expect((await attempt()).status).toBe(200)
  await count(18, 'registrationsPerHour')
  expect((await attempt()).status).toBe(200)
  expect(outcome(await attempt())).toEqual([403, -1021])
  expect(
    await value(
      app.sql`SELECT COUNT(*) FROM attempt_counter 
        WHERE name LIKE 'registrationsPerHour:%' AND count = 21`,
    ),
  ).toBe(1)
})
