import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { listen } from '../../harness/local/listen.ts'
import {
  setSocialProvider,
  startProvider,
  unsetSocialProvider,
} from '../../harness/social-provider.ts'
import { setTestClock, setTestVars, sharedApp } from '../../harness/own-app.ts'
import { choose, CookieJar, handedOver } from './social-flow.ts'

const misaki = { person: 'misaki.sato@example.com' }

const app = await sharedApp()
const provider = await startProvider(app)

beforeAll(() => setSocialProvider(app, provider))
afterAll(() => Promise.all([provider.stop(), unsetSocialProvider(app)]))

const start = (query = 'mode=login&attempt=tab-1') => `${app.origin}/auth/social/start?${query}`

async function tokenOf(jar: CookieJar, choice: Record<string, string>, query?: string) {
  const callback = await choose(jar, start(query), choice)
  return handedOver(await jar.fetch(callback))
}

async function chosen() {
  const jar = new CookieJar()
  return { jar, callback: await choose(jar, start(), misaki) }
}

it('the popup hands over an ID token of the person who was picked', async () => {
  const handed = await tokenOf(new CookieJar(), misaki, 'mode=register&attempt=tab-7')
  expect(handed).toMatchObject({ mode: 'register', attempt: 'tab-7' })
  expect(handed.error).toBeUndefined()
  expect(decodeJwt(handed.idToken ?? '')).toMatchObject({
    iss: provider.issuer,
    aud: provider.clientId,
    email: misaki.person,
    email_verified: true,
    name: '佐藤 美咲',
  })
})

it('the popup signs in the account that is typed in, under an address of a carrier', async () => {
  const { idToken } = await tokenOf(new CookieJar(), {
    email: 'a..b@mobile.example',
    name: '山 一',
  })
  expect(decodeJwt(idToken ?? '')).toMatchObject({ email: 'a..b@mobile.example', name: '山 一' })
})

it('the popup works for a client without a secret', async () => {
  await setTestVars(app, {
    SOCIAL_CLIENT_ID: provider.publicClientId,
    SOCIAL_CLIENT_SECRET: undefined,
  })
  const { idToken } = await tokenOf(new CookieJar(), misaki)
  expect(decodeJwt(idToken ?? '').aud).toBe(provider.publicClientId)
})

it('the popup asks with PKCE, a state, a nonce, the reader’s language and a choice of account', async () => {
  const jar = new CookieJar()
  jar.set(new URL(app.origin), 'Language', 'en')
  const [first, second] = await Promise.all(
    [jar, new CookieJar()].map(
      async (each) => new URL((await each.fetch(start())).headers.get('Location') ?? ''),
    ),
  )
  const asked = Object.fromEntries(first?.searchParams ?? [])
  expect(asked).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ui_locales: 'en',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(asked[name]).toMatch(/^[\w-]{43}$/)
    expect(asked[name]).not.toBe(second?.searchParams.get(name))
  }
})

it('the popup keeps its secrets in cookies that no script reads and no other path sees', async () => {
  const cookies = (await fetch(start(), { redirect: 'manual' })).headers.getSetCookie()
  const flow = cookies.find((cookie) => cookie.startsWith('SocialFlow='))
  expect(cookies).toHaveLength(2)
  expect(flow).toMatch(/; Path=\/auth\/social; HttpOnly; SameSite=Lax$/)
  for (const cookie of cookies) expect(cookie).toMatch(/Max-Age=600.*HttpOnly/)
})

it('the popup ends on a page that runs its own script only and is never stored', async () => {
  const { headers } = await fetch(`${app.origin}/auth/social/callback?code=x&state=y`)
  const policy = headers.get('Content-Security-Policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
  )
  expect(policy).not.toContain('unsafe')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
})

it('no token is handed over for a state of somebody else', async () => {
  const { callback } = await chosen()
  const victim = new CookieJar()
  await victim.fetch(start())
  expect(await handedOver(await victim.fetch(callback))).toEqual({
    mode: 'login',
    attempt: '',
    error: 'state',
  })
  expect((await handedOver(await new CookieJar().fetch(callback))).error).toBe('state')
})

it('no token is handed over for a flow whose cookie was written by someone else', async () => {
  const { callback } = await chosen()
  const flow = {
    mode: 'login',
    attempt: '',
    state: callback.searchParams.get('state'),
    verifier: 'x',
    endsAt: 9e15,
  }
  const forged = `${Buffer.from(JSON.stringify(flow)).toString('base64url')}.${'A'.repeat(43)}`
  const forger = new CookieJar()
  forger.set(new URL(app.origin), 'SocialFlow', forged)
  expect((await handedOver(await forger.fetch(callback))).error).toBe('state')
})

it('no token is handed over for a callback that is opened again, even with the old cookies', async () => {
  const { jar, callback } = await chosen()
  const cookies = { headers: { Cookie: jar.header(callback) } }
  expect((await handedOver(await jar.fetch(callback))).idToken).toBeTypeOf('string')
  expect((await handedOver(await jar.fetch(callback))).error).toBe('state')
  expect((await handedOver(await fetch(callback, cookies))).error).toBe('provider')
})

it('no token is handed over ten minutes after the start', async () => {
  const { jar, callback } = await chosen()
  await setTestClock(app, 10 * MINUTE_MS + 1000)
  expect((await handedOver(await jar.fetch(callback))).error).toBe('state')
})

it('no token is handed over for a response in another issuer’s name', async () => {
  const { jar, callback } = await chosen()
  callback.searchParams.set('iss', 'https://accounts.google.com')
  expect((await handedOver(await jar.fetch(callback))).error).toBe('provider')
})

it('no token is handed over when the person cancels', async () => {
  const handed = await tokenOf(new CookieJar(), { cancel: 'yes' })
  expect(handed).toEqual({ mode: 'login', attempt: 'tab-1', error: 'denied' })
})

it('no token is handed over when the secret is wrong', async () => {
  await setTestVars(app, { SOCIAL_CLIENT_SECRET: 'another' })
  expect((await tokenOf(new CookieJar(), misaki)).error).toBe('provider')
})

it('no token is handed over while the provider is down, and again once it is back', async () => {
  const { jar, callback } = await chosen()
  await provider.down()
  expect((await handedOver(await jar.fetch(callback))).error).toBe('provider')
  await provider.up()
  // Nothing of it is cached.
  const other = await startProvider(app)
  onTestFinished(() => other.stop())
  await setTestVars(app, { SOCIAL_ISSUER: other.issuer, SOCIAL_CLIENT_SECRET: other.clientSecret })
  await other.down()
  const handed = await handedOver(await new CookieJar().fetch(start('mode=register&attempt=tab-2')))
  expect(handed).toEqual({ mode: 'register', attempt: 'tab-2', error: 'provider' })
  await other.up()
  expect((await tokenOf(new CookieJar(), misaki)).idToken).toBeTypeOf('string')
})

it('a provider that accepts connections and does not respond is abandoned after five seconds', async () => {
  const silent = await listen(() => {})
  onTestFinished(() => silent.stop())
  await setTestVars(app, { SOCIAL_ISSUER: silent.origin })
  expect((await handedOver(await fetch(start()))).error).toBe('provider')
})

describe('configuration', () => {
  const status = async () => (await app.fetch('/auth/social/status')).json()

  it('is known without a request to the provider', async () => {
    expect(await status()).toEqual({ results: { configured: true } })
  })

  it.each([
    ['no client', { SOCIAL_CLIENT_ID: undefined }],
    ['an issuer in the clear', { SOCIAL_ISSUER: 'http://provider.example' }],
    ['loopback outside the local set-up', { DEVELOPMENT: undefined }],
  ])('with %s there is no social sign-in, and the popup says so', async (_, vars) => {
    await setTestVars(app, vars)
    expect(await status()).toEqual({ results: { configured: false } })
    expect((await handedOver(await fetch(start()))).error).toBe('configuration')
  })
})
