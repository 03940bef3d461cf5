import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ServiceContext } from '../../src/worker/http/service.ts'
import { isAuthoritative } from '../../src/worker/services/auth/id-token.ts'
import { admit } from '../../src/worker/services/auth/login.ts'
import { nonceFor } from '../../src/worker/identity/social-provider.ts'
import { setTestVars, sharedApp } from '../../harness/own-app.ts'
import { unsetSocialProvider } from '../../harness/social-provider.ts'
import { KeyProvider } from './key-provider.ts'
import { newEmail, PASSWORD, SECRET } from '../../harness/credentials.ts'
import {
  activePerson,
  auth,
  login,
  meOf,
  outcome,
  outcomeOfMe,
  refresh,
  register,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'

const CLIENT = 'ichimon-tests'
const provider = await new KeyProvider().start()
const app = await sharedApp()
beforeAll(() => app.setVars({ SOCIAL_ISSUER: provider.issuer, SOCIAL_CLIENT_ID: CLIENT }))
afterAll(() => Promise.all([provider.stop(), unsetSocialProvider(app)]))

const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset
let flows = 0

async function flow(claims: JWTPayload = {}): Promise<{ cookie: string; payload: JWTPayload }> {
  const cookie = `cookie-${flows++}-of-this-browser`
  const payload: JWTPayload = {
    iss: provider.issuer,
    aud: CLIENT,
    sub: `subject-${flows}`,
    iat: seconds(),
    exp: seconds(600),
    nonce: nonceFor({ secret: SECRET }, cookie),
    email: newEmail(),
    email_verified: true,
    ...claims,
  }
  for (const [name, claim] of Object.entries(claims)) if (claim === undefined) delete payload[name]
  return { cookie, payload }
}

const sign = (payload: JWTPayload, key = provider.key(), kid = 'first') =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key)

function send(idToken: string, cookie: string | undefined, path = 'with/google') {
  const flow = cookie && { Cookie: `Language=ja; SocialNonce=${cookie}` }
  const headers = { LocalLanguage: 'ja', ...flow }
  return auth(app, `POST /user/${path}`, { body: { idToken }, headers })
}

async function exchange(claims: JWTPayload = {}, path?: string) {
  const { cookie, payload } = await flow(claims)
  return send(await sign(payload), cookie, path)
}

test('a valid token registers an activated person, then logs the same one in', async () => {
  const claims = { sub: 'hanako', email: newEmail() }
  const first = await exchange(claims)
  expect(first.status).toBe(200)
  expect(Object.keys(first.body.results).sort()).toEqual([
    'accessToken',
    'registered',
    'updateToken',
    'username',
  ])
  expect(first.body.results.registered).toBe(true)
  const me = await meOf(app, first.body.results.accessToken)
  expect(me).toMatchObject({
    email: claims.email,
    activated: true,
    userOptions: { googleUserId: 'hanako' },
    hasPicture: false,
  })
  expect(
    await value<string>(app.sql`SELECT local_language FROM session WHERE user_id = ${me.userId}`),
  ).toBe('ja')

  for (const path of ['with/google', 'login/with/google', 'login/with/google/']) {
    const again = await exchange({ ...claims, email: 'changed@example.com' }, path)
    expect(again.body.results).toMatchObject({
      registered: false,
      username: first.body.results.username,
    })
  }
})

test('a valid token opens no session for an unknown person', async () => {
  const email = newEmail()
  expect(outcome(await exchange({ email }, 'login/with/google'))).toEqual([404, -1022])
  expect(await userIdOf(app, email)).toBeUndefined()
})

test('a valid token is accepted when signed by a key that the provider has newly added', async () => {
  const rotating = await new KeyProvider().start()
  onTestFinished(() => rotating.stop())
  await setTestVars(app, { SOCIAL_ISSUER: rotating.issuer })
  const { cookie, payload } = await flow({ iss: rotating.issuer })
  const key = await rotating.addKey('second')
  expect((await send(await sign(payload, key, 'second'), cookie)).status).toBe(200)
})

test('a valid token makes one account for a new person in several exchanges at once', async () => {
  const claims = { sub: 'twice', email: newEmail() }
  const responses = await Promise.all([exchange(claims), exchange(claims), exchange(claims)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(responses.filter(({ body }) => body.results.registered)).toHaveLength(1)
  expect(await value(app.sql`SELECT COUNT(*) FROM user WHERE email_key = ${claims.email}`)).toBe(1)
})

test('a valid token admits nobody who is banned or removed', async () => {
  const claims = { sub: 'banned', email: newEmail() }
  await exchange(claims)
  const id = await userIdOf(app, claims.email)
  await app.sql`INSERT INTO ban (id, user_id, starts_at) VALUES ('sb', ${id}, 0)`.run()
  expect(outcome(await exchange(claims, 'login/with/google'))).toEqual([403, -1013])
  await app.sql`UPDATE user SET removed_at = 1 WHERE id = ${id}`.run()
  expect(outcome(await exchange(claims))).toEqual([404, -1017])
})

const faults: [string, JWTPayload][] = [
  ['another audience', { aud: 'somebody-else' }],
  ['several audiences', { aud: [CLIENT, 'somebody-else'] }],
  ['another authorized party', { azp: 'somebody-else' }],
  ['another issuer', { iss: 'https://issuer.example' }],
  ['another nonce', { nonce: 'of-another-browser' }],
  ['no nonce', { nonce: undefined }],
  ['expired', { iat: seconds(-300), exp: seconds(-60) }],
  ['no expiry', { exp: undefined }],
  ['older than ten minutes', { iat: seconds(-620), exp: seconds(3000) }],
  ['from the future', { iat: seconds(120) }],
  ['no time of issue', { iat: undefined }],
  ['no subject', { sub: undefined }],
  ['not yet valid', { nbf: seconds(120) }],
  ['an address that is not verified', { email_verified: false }],
  ['an address of which nothing is said', { email_verified: undefined }],
  ['an address verified only in words', { email_verified: 'true' }],
  ['no address', { email: undefined }],
  ['a malformed address', { email: 'nobody' }],
]
test.each(faults)('the exchange refuses, and stores nothing, for %s', async (_, claims) => {
  const people = await value(app.sql`SELECT COUNT(*) FROM user`)
  expect(outcome(await exchange(claims))).toEqual([401, -1005])
  expect(await value(app.sql`SELECT COUNT(*) FROM user`)).toBe(people)
})

test('the exchange refuses, and stores nothing, for a token without the cookie, or of another flow', async () => {
  const { payload } = await flow()
  const other = await flow()
  const idToken = await sign(payload)
  expect(outcome(await send(idToken, undefined))).toEqual([401, -1005])
  expect(outcome(await send(idToken, other.cookie))).toEqual([401, -1005])
})

test('the exchange refuses, and stores nothing, for a token used before, even with its signature written differently', async () => {
  const { cookie, payload } = await flow()
  const idToken = await sign(payload)
  expect((await send(idToken, cookie)).status).toBe(200)
  expect(outcome(await send(idToken, cookie))).toEqual([401, -1005])
  expect(outcome(await send(idToken, cookie, 'login/with/google'))).toEqual([401, -1005])
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(idToken.at(-1)!)
  const same = idToken.slice(0, -1) + alphabet[last ^ 1]
  expect(outcome(await send(same, cookie))).toEqual([401, -1005])
})

test('the exchange refuses, and stores nothing, for all but one of ten copies of a token sent at once', async () => {
  const { cookie, payload } = await flow()
  const idToken = await sign(payload)
  const responses = await Promise.all(Array.from({ length: 10 }, () => send(idToken, cookie)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ body }) => body.errorCode === -1005)).toHaveLength(9)
})

test('the exchange refuses, and stores nothing, for a token with alg none, HS256 with the public key, RS512 or an unknown key', async () => {
  const { cookie, payload } = await flow()
  const publicKey = new TextEncoder().encode(JSON.stringify(await exportJWK(provider.key())))
  const stranger = (await generateKeyPair('RS256')).privateKey
  const tokens = [
    new UnsecuredJWT(payload).encode(),
    await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(publicKey),
    await signWith512(payload),
    await sign(payload, stranger),
    await sign(payload, stranger, 'unknown-key'),
  ]
  for (const token of tokens) expect(outcome(await send(token, cookie))).toEqual([401, -1005])
})

test('the exchange refuses, and stores nothing, for a text that is no token', async () => {
  const { cookie } = await flow()
  for (const text of ['', 'x', 'a.b.c', 'e30.e30.e30', '漢字']) {
    expect(outcome(await send(text, cookie))).toEqual([401, -1005])
  }
})

async function signWith512(payload: JWTPayload): Promise<string> {
  const jwk = { ...(await exportJWK(provider.key())), alg: 'RS512' }
  const key = await importJWK(jwk)
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS512', kid: 'first' }).sign(key)
}

test('an address that a password account has is refused when the account is activated and the provider does not own the address', async () => {
  const { email, accessToken } = await activePerson(app)
  expect(outcome(await exchange({ email }))).toEqual([406, -1018])
  expect(outcome(await exchange({ email }, 'login/with/google'))).toEqual([406, -1018])
  expect((await login(app, email)).status).toBe(200)
  expect((await meOf(app, accessToken)).userOptions).toEqual({})
})

test('an address that a password account has is taken over from an account that was never activated: its password and sessions go', async () => {
  const email = newEmail()
  const hijacker = await register(app, email)
  const owner = await exchange({ email })
  expect(owner.body.results).toMatchObject({ registered: true })
  expect(owner.body.results.username).not.toBe(hijacker.username)
  expect(outcome(await login(app, email, PASSWORD))).toEqual([401, -1010])
  expect(outcome(await refresh(app, hijacker.updateToken))).toEqual([401, -1011])
  expect(await outcomeOfMe(app, hijacker.accessToken)).not.toEqual([200])
  expect(await value(app.sql`SELECT COUNT(*) FROM user WHERE email_key = ${email}`)).toBe(1)
})

test('an address that a password account has is not given away to a login', async () => {
  const email = newEmail()
  const waiting = await register(app, email)
  expect(outcome(await exchange({ email }, 'login/with/google'))).toEqual([404, -1022])
  expect(await outcomeOfMe(app, waiting.accessToken)).toEqual([200])
})

test('an activated account is linked where the provider is authoritative, and keeps its password and settings', async () => {
  const { email, username } = await activePerson(app)
  const c = {
    env: { DB: app.db, SECRET },
    executionCtx: { waitUntil() {} },
    req: { header() {}, raw: new Request('http://localhost') },
  } as unknown as ServiceContext
  const claims = {
    issuer: 'https://accounts.google.com',
    subject: 'g-1',
    email,
    isAuthoritative: true,
  }
  const session = await admit(c, claims, false)
  expect(session).toMatchObject({ registered: false, username })
  const me = await user(app, 'GET /user/me', { token: session.accessToken })
  expect(me.body.results[0]).toMatchObject({ email, userOptions: {} })
  expect(me.body.results[0].userOptions).not.toHaveProperty('googleUserId')
  expect((await login(app, email)).status).toBe(200)
  const { accessToken: token } = session
  const query = new URLSearchParams({ newEmail: newEmail(), language: 'en' })
  expect(outcome(await user(app, `GET /user/email/confirm/?${query}`, { token }))).toEqual([202])
  const newPassword = `${PASSWORD}2`
  const body = { email, password: PASSWORD, newPassword }
  expect(outcome(await user(app, 'PUT /user/password', { token, body }))).toEqual([202])
  expect((await login(app, email, newPassword)).status).toBe(200)
})

test('only Google is authoritative, and only for the addresses it gives out', () => {
  const google = 'https://accounts.google.com'
  expect(isAuthoritative(google, 'a@gmail.com', undefined)).toBe(true)
  expect(isAuthoritative(google, 'a@GoogleMail.com', undefined)).toBe(true)
  expect(isAuthoritative(google, 'a@company.example', 'company.example')).toBe(true)
  expect(isAuthoritative(google, 'a@company.example', undefined)).toBe(false)
  expect(isAuthoritative(google, 'a@company.example', '')).toBe(false)
  expect(isAuthoritative(google, 'a@gmail.com.example', undefined)).toBe(false)
  expect(isAuthoritative('https://issuer.example', 'a@gmail.com', 'gmail.com')).toBe(false)
})

test('the provider fails the exchange closed while it is down, and passwords still work', async () => {
  const failing = await new KeyProvider().start()
  await setTestVars(app, { SOCIAL_ISSUER: failing.issuer })
  const { email } = await activePerson(app)
  const { cookie, payload } = await flow({ iss: failing.issuer })
  const idToken = await sign(payload, failing.key())
  failing.isDown = true
  expect(outcome(await send(idToken, cookie))).toEqual([503, -1004])
  expect((await login(app, email)).status).toBe(200)
  failing.isDown = false
  expect((await send(idToken, cookie)).status).toBe(200)

  await failing.stop()

  // Nothing of it is cached.
  const gone = await new KeyProvider().start()
  const { issuer } = gone
  await gone.stop()
  await setTestVars(app, { SOCIAL_ISSUER: issuer })
  const next = await flow({ iss: issuer })
  const token = await sign(next.payload, gone.key())
  expect(outcome(await send(token, next.cookie))).toEqual([503, -1004])
})

test('the provider is not requested because of a token of another flow', async () => {
  const before = provider.keySetRequests
  const { payload } = await flow()
  for (let index = 0; index < 10; index++)
    await send(await sign(payload, provider.key(), `kid-${index}`), 'none')
  expect(provider.keySetRequests).toBe(before)
})

test('the provider is 404 when it is not configured', async () => {
  await setTestVars(app, { SOCIAL_CLIENT_ID: undefined })
  const { cookie, payload } = await flow()
  const idToken = await sign(payload)
  expect(outcome(await send(idToken, cookie))).toEqual([404, -1003])
  expect(outcome(await send(idToken, cookie, 'login/with/google'))).toEqual([404, -1003])
})
