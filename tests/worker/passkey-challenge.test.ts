import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { mailsTo } from '../../harness/outbox.ts'
import { ownApp, setTestClock, setTestLimits } from '../../harness/own-app.ts'
import { accounts, auth, login, outcome, value } from '../../harness/steps/auth-calls.ts'
import { browser, cookieOf, passkeyCalls, REFUSED } from '../../harness/steps/passkey-calls.ts'

const app = await ownApp(accounts())
const { origin } = app
const { owner, challenge, send } = passkeyCalls(app)

test('a challenge stores nothing, works once, also of two sign-ins at the same time', async () => {
  const { key, userHandle } = await owner()
  const used = () => value(app.sql`SELECT count(*) FROM used_token`)
  const before = await used()
  const answer = { challenge: await challenge(), userHandle, origin }
  expect(await used()).toBe(before)
  const both = await Promise.all([send(key, answer), send(key, answer)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect(outcome(await send(key, answer))).toEqual(REFUSED)
  expect(await used()).toBe(before! + 1)
})

test('a challenge is of one browser, signed, and ends after an hour', async () => {
  const { key, userHandle, signIn } = await owner()
  const first = await auth(app, 'POST /user/login/passkey/challenge', { ...browser(), body: {} })
  const cookie = cookieOf(first)
  expect(cookie).toMatch(/^Browser=[\w-]{43}$/)
  const answer = { challenge: first.body.results.challenge, userHandle, origin }
  expect(outcome(await send(key, answer))).toEqual(REFUSED)
  expect(outcome(await send(key, answer, `Browser=${'A'.repeat(43)}`))).toEqual(REFUSED)
  expect((await send(key, answer, cookie)).status).toBe(200)
  const [other, last] = [await challenge(), await challenge()]
  const later = `${other.slice(0, 22)}99999999999${other.slice(33)}`
  for (const forged of ['', 'A'.repeat(76), later, other.slice(0, 75)])
    expect(outcome(await signIn({ challenge: forged }))).toEqual(REFUSED)
  await setTestClock(app, HOUR_MS + MINUTE_MS)
  expect(outcome(await signIn({ challenge: last }))).toEqual(REFUSED)
  expect((await signIn()).status).toBe(200)
})

test('a challenge is limited for a network', async () => {
  await setTestLimits(app, 'passkeyCallsPerMinute=2')
  const ask = () => auth(app, 'POST /user/login/passkey/challenge', { body: {} })
  for (let count = 0; (await ask()).status === 200; count++) expect(count).toBeLessThan(2)
  expect(outcome(await ask())).toEqual([403, -1021])
})

test('a sign-in with a passkey from a new browser is mailed as any other', async () => {
  const { email, signIn } = await owner()
  await login(app, email, undefined, browser())
  const cookie = `Browser=${'B'.repeat(43)}`
  expect((await signIn({}, cookie)).status).toBe(200)
  const kinds = (await mailsTo(app, email, 2)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['newBrowser', 'passkeyAdded'])
})
