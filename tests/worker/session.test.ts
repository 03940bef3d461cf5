import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { mails, newMail } from '../../harness/outbox.ts'
import { setTestClock, setTestVars, sharedApp } from '../../harness/own-app.ts'
import {
  activePerson,
  auth,
  browser,
  cookieOf,
  login,
  outcome,
  outcomeOfMe,
  refresh,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'
import type { CallOptions } from '../../harness/steps/service-calls.ts'

const app = await sharedApp()

const pass = (ms: number) => setTestClock(app, Number(app.vars()['CLOCK_OFFSET_MS']) + ms)

const sessions = async (email: string) =>
  value(app.sql`SELECT COUNT(*) FROM session WHERE user_id = ${await userIdOf(app, email)}`)

test.each(['x', '', 'A'.repeat(43), '漢字', '.', 'A.', '.A', 'A.B', 'A.B.C'])(
  'refreshing: %j is no update token',
  async (token) => {
    expect(outcome(await refresh(app, token))).toEqual([401, -1011])
    expect(outcome(await auth(app, `GET /user/token/?token=${encodeURIComponent(token)}`))).toEqual(
      [401, -1011],
    )
  },
)

test('refreshing: update tokens are stored as hashes only', async () => {
  const { updateToken } = await activePerson(app)
  const next = (await refresh(app, updateToken)).body.results.updateToken
  const { results } = await app.sql`SELECT * FROM session`.all()
  const [sessionId, bits] = updateToken.split('.')
  expect(next).toMatch(new RegExp(`^${sessionId}\\.`))
  expect(JSON.stringify(results)).toContain(sessionId)
  expect(JSON.stringify(results)).not.toContain(bits)
  expect(JSON.stringify(results)).not.toContain(next.split('.')[1])
})

test('refreshing: a token that names a session and was never its own does not end it', async () => {
  const { updateToken } = await activePerson(app)
  const [sessionId, bits, signature] = updateToken.split('.')
  const other = (await activePerson(app)).updateToken.split('.')
  for (const token of [
    `${updateToken}x`,
    `${updateToken}.x`,
    `${sessionId}.x`,
    `${sessionId}.${bits}x.${signature}`,
    `${sessionId}.${other[1]}.${other[2]}`,
    `${sessionId}.`,
  ])
    expect(outcome(await refresh(app, token)), token).toEqual([401, -1011])
  expect((await refresh(app, updateToken)).status).toBe(200)
})

test('a session has one successor after 20 concurrent refreshes', async () => {
  const { updateToken } = await activePerson(app)
  const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(app, updateToken)))
  const successors = new Set(responses.map(({ body }) => body.results?.updateToken))
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  expect(successors.size).toBe(1)
  expect((await refresh(app, [...successors][0])).status).toBe(200)
})

test('a session: reuse after the grace period ends only the session whose old token is reused', async () => {
  const { email, updateToken } = await activePerson(app)
  const other = (await login(app, email)).body.results
  const successor = (await refresh(app, updateToken)).body.results
  await pass(31_000)
  expect(outcome(await refresh(app, updateToken))).toEqual([401, -1011])
  expect(await sessions(email)).toBe(1)
  expect(outcome(await refresh(app, successor.updateToken))).toEqual([401, -1011])
  expect(await outcomeOfMe(app, successor.accessToken)).toEqual([401, -1008])
  expect((await refresh(app, other.updateToken)).status).toBe(200)
})

// Tabs refresh one at a time and store the result, so none holds a token older than one refresh.
test('three tabs whose responses are lost get one successor, and go on with it', async () => {
  const { email, updateToken } = await activePerson(app)
  const [lost, ...others] = [await refresh(app, updateToken), await refresh(app, updateToken)]
  await pass(20_000)
  const third = await refresh(app, updateToken)
  for (const { body } of [...others, third])
    expect(body.results.updateToken).toBe(lost!.body.results.updateToken)
  expect((await refresh(app, third.body.results.updateToken)).status).toBe(200)
  expect(await sessions(email)).toBe(1)
})

test('a token of two refreshes ago ends the session also within 30 seconds', async () => {
  const { email, updateToken } = await activePerson(app)
  const first = await refresh(app, updateToken)
  expect((await refresh(app, first.body.results.updateToken)).status).toBe(200)
  expect(outcome(await refresh(app, updateToken))).toEqual([401, -1011])
  expect(await sessions(email)).toBe(0)
})

test('reuse after the grace period ends the session also when the secret has changed since', async () => {
  const { email, updateToken } = await activePerson(app)
  expect((await refresh(app, updateToken)).status).toBe(200)
  await setTestVars(app, { SECRET: 'another secret of the tests, 43 characters or more' })
  await pass(31_000)
  expect(outcome(await refresh(app, updateToken))).toEqual([401, -1011])
  expect(await sessions(email)).toBe(0)
})

const signedIn = async (options: CallOptions = browser()) => {
  const { email } = await activePerson(app)
  const response = await login(app, email, undefined, options)
  return { email, cookie: cookieOf(response), ...response, ...response.body.results }
}
const refreshIn = (cookie: string, token: string) =>
  auth(app, 'POST /user/token/', { body: { token }, ...browser(cookie) })

test('a session of a browser is bound to a cookie of 256 random bits, which a later sign-in keeps', async () => {
  const { email, headers, cookie } = await signedIn()
  expect(headers.get('Set-Cookie')).toMatch(
    /^Browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const options = browser(cookie)
  const again = await login(app, email, undefined, options)
  expect(again.headers.get('Set-Cookie')).toMatch(`${cookie};`)
  const failed = await login(app, email, 'wrong', options)
  expect(failed.headers.has('Set-Cookie')).toBe(false)
  await setTestVars(app, { PUBLIC_ORIGIN: 'https://ichimon.example' })
  expect((await login(app, email, undefined, options)).headers.get('Set-Cookie')).toMatch(
    /^__Host-Browser=(?!.*Domain).*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
})

test('a session of a browser ends when its token is used in another browser, and its owner is told', async () => {
  for (const Cookie of ['', 'Browser=of-another']) {
    const { email, cookie, updateToken, accessToken } = await signedIn()
    const next = (await refreshIn(cookie, updateToken)).body.results.updateToken
    expect(outcome(await refreshIn(Cookie, next))).toEqual([401, -1011])
    expect(outcome(await refreshIn(cookie, next))).toEqual([401, -1011])
    expect(await outcomeOfMe(app, accessToken)).toEqual([401, -1008])
    expect((await newMail(app, email, 0)).kind).toBe('sessionEnded')
  }
})

test('a session of a browser goes on in two tabs, and in a duplicated tab with the former token', async () => {
  const { email, cookie, updateToken } = await signedIn()
  const tabs = await Promise.all([1, 2, 3].map(() => refreshIn(cookie, updateToken)))
  expect(new Set(tabs.map(({ body }) => body.results.updateToken)).size).toBe(1)
  expect((await refreshIn(cookie, tabs[0]!.body.results.updateToken)).status).toBe(200)
  // Reuse is an end without another browser, and so without a mail.
  expect(outcome(await refreshIn(cookie, updateToken))).toEqual([401, -1011])
  expect([await sessions(email), await mails(app, email)]).toEqual([1, []])
})

test('a session of a browser is not bound for other clients, nor when it is older than the cookie', async () => {
  for (const site of ['', 'cross-site']) {
    const { cookie, updateToken } = await signedIn({ headers: { 'Sec-Fetch-Site': site } })
    expect(cookie).toBe('')
    const next = (await refreshIn('Browser=any', updateToken)).body.results.updateToken
    expect((await refresh(app, next)).status).toBe(200)
  }
})

const list = async (token: string) =>
  (await user(app, 'GET /user/sessions', { token })).body.results as {
    sessionId: string
    deviceName?: string
    isCurrent: boolean
  }[]
const iPhone = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' }

test('the list of sessions has device and use of each, without address, and ends one or all others', async () => {
  const { email, accessToken: token } = await activePerson(app)
  const phone = (await login(app, email, undefined, { headers: iPhone })).body.results
  await login(app, email)
  await pass(MINUTE_MS)
  await refresh(app, phone.updateToken)
  const found = await list(token)
  expect(found.map(({ isCurrent, deviceName }) => [isCurrent, deviceName])).toEqual([
    [true, undefined],
    [false, 'iOS'],
    [false, 'Desktop'],
  ])
  expect(Object.keys(found[1]!)).toEqual(
    expect.arrayContaining(['sessionId', 'deviceName', 'signedInAt', 'usedAt', 'isCurrent']),
  )
  const body = { sessionId: found[1]!.sessionId }
  expect(outcome(await user(app, 'DELETE /user/sessions', { token, body }))).toEqual([205])
  expect(outcome(await user(app, 'DELETE /user/sessions', { token, body }))).toEqual([404, -1022])
  expect(await outcomeOfMe(app, phone.accessToken)).toEqual([401, -1008])
  expect(outcome(await user(app, 'DELETE /user/sessions/others', { token }))).toEqual([205])
  expect(await list(token)).toMatchObject([{ isCurrent: true }])
  expect(await sessions(email)).toBe(1)
})

describe('lifetimes', () => {
  /** By a call, which decides how long the session lasts. */
  const signedIn = async () => (await login(app, (await activePerson(app)).email)).body.results

  test('a kept session slides by 30 days and ends after 90', async () => {
    let { updateToken } = await signedIn()
    let gone = 0
    const use = async (days: number) => {
      await pass((days - gone) * DAY_MS)
      gone = days
      const response = await refresh(app, updateToken)
      updateToken = response.body.results?.updateToken ?? updateToken
      return response.status
    }
    expect(await use(29)).toBe(200)
    expect(await use(58)).toBe(200)
    expect(await use(87)).toBe(200)
    expect(await use(89.9)).toBe(200)
    expect(await use(90.1)).toBe(401)
  })

  test('a kept session ends after 30 days without use', async () => {
    const { updateToken } = await signedIn()
    await pass(30 * DAY_MS + MINUTE_MS)
    expect(outcome(await refresh(app, updateToken))).toEqual([401, -1011])
  })

  test('a session that is not kept ends after twelve hours', async () => {
    const { email } = await activePerson(app)
    const { updateToken } = (await login(app, email, undefined, { headers: { KeepSignedIn: '0' } }))
      .body.results
    await pass(11 * HOUR_MS)
    const next = await refresh(app, updateToken)
    expect(next.status).toBe(200)
    await pass(HOUR_MS + MINUTE_MS)
    expect(outcome(await refresh(app, next.body.results.updateToken))).toEqual([401, -1011])
  })

  test('an access token is valid for fifteen minutes', async () => {
    const { accessToken } = await activePerson(app)
    await pass(14 * MINUTE_MS)
    expect(await outcomeOfMe(app, accessToken)).toEqual([200])
    await pass(MINUTE_MS + 1000)
    expect(await outcomeOfMe(app, accessToken)).toEqual([401, -1007])
  })
})

const logout = (token?: string) => auth(app, 'POST /user/logout/', token ? { token } : {})

test('logging out ends the session on the server, and only this one', async () => {
  const { email, accessToken, updateToken } = await activePerson(app)
  const other = (await login(app, email)).body.results
  const response = await logout(accessToken)
  expect(outcome(response)).toEqual([205])
  expect(await outcomeOfMe(app, accessToken)).toEqual([401, -1008])
  expect(outcome(await refresh(app, updateToken))).toEqual([401, -1011])
  expect(await outcomeOfMe(app, other.accessToken)).toEqual([200])
  expect(outcome(await logout(accessToken))).toEqual([205])
})

test('logging out works with an expired access token', async () => {
  const { email, accessToken } = await activePerson(app)
  await pass(HOUR_MS)
  expect(outcome(await logout(accessToken))).toEqual([205])
  expect(await sessions(email)).toBe(0)
})

test('logging out needs a token of this deployment', async () => {
  expect(outcome(await logout())).toEqual([401, -1008])
  expect(outcome(await logout('a.b.1.c'))).toEqual([401, -1008])
})
