import { expect, test } from 'vitest'
import { sharedApp } from '../../harness/own-app.ts'
import {
  auth,
  invalid,
  login,
  otherCode,
  outcome,
  refresh,
  register,
  sentCode,
  user,
  type Tokens,
} from '../../harness/steps/auth-calls.ts'
import { call } from '../../harness/steps/service-calls.ts'

const EMAIL = 'canary.address@canary-domain.example'
const PASSWORD = 'Canary-Passw0rd!'
const TEXT = 'canary-text-of-a-post'

const app = await sharedApp()

test('no line that the worker writes holds an address, a password, a code, a token or a post', async () => {
  const canaries = new Set([EMAIL, 'canary', PASSWORD, TEXT, '203.0.113.77'])
  const before = app.logs.length
  const keep = (tokens: Tokens) => {
    for (const token of [tokens.accessToken, tokens.updateToken]) canaries.add(token)
    return tokens
  }
  const from = '203.0.113.77'
  const headers = {
    'CF-Connecting-IP': from,
    LocalTime: 'canary-time',
    'User-Agent': 'canary-agent',
  }

  const body = { newEmail: EMAIL, newPassword: PASSWORD }
  const registered = await auth(app, 'POST /user/register/', { body, headers })
  keep(registered.body.results)
  const activation = await sentCode(app, EMAIL, 'activation')
  canaries.add(activation)
  const query = new URLSearchParams({ email: EMAIL, passcode: otherCode(activation) })
  expect(outcome(await auth(app, `GET /user/key/available/?${query}`))).toEqual(invalid('passcode'))
  const activate = { email: EMAIL, passcode: activation, language: 'en' }
  expect(outcome(await auth(app, 'PUT /user/status/activated', { body: activate }))).toEqual([202])

  const byQuery = new URLSearchParams({ email: EMAIL, password: PASSWORD })
  keep((await auth(app, `GET /user/login/?${byQuery}`, { headers })).body.results)
  expect(outcome(await login(app, EMAIL, `${PASSWORD}wrong`, { headers }))).toEqual([401, -1010])
  const session = keep((await login(app, EMAIL, PASSWORD, { headers })).body.results)
  const refreshed = await auth(app, `GET /user/token/?token=${session.updateToken}`)
  const { accessToken } = keep(refreshed.body.results)
  canaries.add(`${session.updateToken}x`)
  expect(outcome(await refresh(app, `${session.updateToken}x`))).toEqual([401, -1011])

  const found = await app.fetch(`/`, {
    headers: { Cookie: 'canary=canary', Referer: 'https://canary.example/' },
  })
  expect(found.status).toBe(200)
  const questionId = await app.todaysQuestionId()
  const post = { token: accessToken, body: { questionId, text: TEXT } }
  expect((await call(app, 'comment', 'POST /comment', post)).status).toBe(200)
  const change = `GET /user/email/confirm/?newEmail=canary.second@canary-domain.example&language=en`
  expect((await user(app, change, { token: accessToken })).status).toBe(202)

  // Failed and unknown URLs may contain personal data.
  await register(app, EMAIL).catch(() => undefined)
  await call(app, 'comment', 'POST /comment', { token: accessToken, raw: '{"canary": "canary' })
  for (const path of [
    '/canary',
    '/service/canary',
    '/service/auth/v1/canary/canary',
    '/picture/canary',
    '/auth/social/callback?code=canary&state=canary',
    '/service/quest/v1/question/live?questionId=canary',
  ])
    await app.fetch(path)
  const code = await sentCode(app, EMAIL, 'passwordReset')
  canaries.add(code)
  const reset = { email: EMAIL, newPassword: `${PASSWORD}2`, passcode: code, language: 'en' }
  expect(outcome(await auth(app, 'PUT /user/password/reset/', { body: reset }))).toEqual([202])

  await expect.poll(() => app.logs.length - before).toBeGreaterThan(15)
  const lines = app.logs.slice(before)
  for (const canary of canaries) {
    const hits = lines.filter((line) => line.toLowerCase().includes(canary.toLowerCase()))
    expect(hits, `the log speaks of ${canary}`).toEqual([])
  }
})
