import { expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { newEmail, PASSWORD, SECRET } from '../../harness/credentials.ts'
import { passwordHash } from '../../harness/password-hash.ts'
import {
  activePerson,
  auth,
  invalid,
  login,
  outcome,
  register,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'

const app = await sharedApp()

const device = {
  LocalLanguage: 'ja-JP',
  Resolution: '390x844',
  TimezoneOffset: '-540',
  LocalTime: '2026-11-21T09:00:00',
  DSTOffset: '0',
}

const ban = async (email: string, endsAt: number | null) =>
  app.sql`INSERT INTO ban (id, user_id, starts_at, ends_at)
    SELECT id, id, 0, ${endsAt} FROM user WHERE email_key = ${email}`.run()

const registration = (email: string, newPassword = PASSWORD) =>
  auth(app, 'POST /user/register/', { body: { newEmail: email, newPassword } })

test('registering opens a session under a generated username', async () => {
  const email = newEmail()
  const response = await registration(email)
  expect(response.status).toBe(200)
  expect(Object.keys(response.body.results).sort()).toEqual([
    'accessToken',
    'updateToken',
    'username',
  ])
  expect(response.body.results.username).toMatch(/^user-[a-z0-9]{6}$/)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test('registering stores the password as a peppered argon2id hash only', async () => {
  const email = newEmail()
  await register(app, email)
  const stored = await value<string>(
    app.sql`SELECT password_hash FROM user WHERE email_key = ${email}`,
  )
  expect(stored).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[\w+/]{8}\$[\w+/]{22}\$[\w+/]{43}$/,
  )
})

test('registering refuses a taken address, whatever its case', async () => {
  const email = newEmail()
  await register(app, email)
  const response = await registration(email.toUpperCase())
  expect(outcome(response)).toEqual([406, -1018])
})

test('registering: of ten people who want one address at once, one gets it', async () => {
  const email = newEmail()
  const responses = await Promise.all(Array.from({ length: 10 }, () => registration(email)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ body: { errorCode } }) => errorCode === -1018)).toHaveLength(9)
})

test.each([
  ['no-address', PASSWORD, 'newEmail'],
  ['a@b', PASSWORD, 'newEmail'],
  ['', PASSWORD, 'newEmail'],
  ['a@example.com', 'Sh0rt!', 'newPassword'],
  ['a@example.com', 'kawaguchi-7', 'newPassword'],
  ['a@example.com', 'KAWAGUCHI-7', 'newPassword'],
  ['a@example.com', 'Kawaguchi-!', 'newPassword'],
  ['a@example.com', 'Kawaguchi77', 'newPassword'],
  ['a@example.com', 'Kawaguchi-7Kawaguchi-', 'newPassword'],
  ['a@example.com', 'P@ssw0rd1!', 'newPassword'],
  ['a@example.com', '$unsh1ne2026', 'newPassword'],
  ['a@example.com', '1qaz@WSX', 'newPassword'],
  ['no-address', 'short', 'newEmail'],
])('registering names the wrong field: %s, %s → %s', async (email, password, field) => {
  const response = await registration(email, password)
  expect(outcome(response)).toEqual(invalid(field))
})

test('registering: an address never proved makes way after a day', async () => {
  const email = newEmail()
  const first = await register(app, email)
  await app.sql`UPDATE user SET created_at = created_at - ${DAY_MS} - 1
      WHERE email_key = ${email}`.run()
  expect(outcome(await auth(app, `GET /user/email/available/?email=${email}`))).toEqual([202])
  const second = await register(app, email)
  expect(second.username).not.toBe(first.username)
  expect(await value(app.sql`SELECT COUNT(*) FROM user WHERE email_key = ${email}`)).toBe(1)
})

test('signing in accepts JSON and a query, with and without the trailing slash', async () => {
  const { email } = await activePerson(app)
  const query = `email=${email}&password=${encodeURIComponent(PASSWORD)}`
  for (const response of [
    await login(app, email),
    await auth(app, 'POST /user/login', {
      body: { email: email.toUpperCase(), password: PASSWORD },
    }),
    await auth(app, `GET /user/login/?${query}`),
    await auth(app, `GET /user/login?${query}`),
  ]) {
    expect(response.status).toBe(200)
    expect(Object.keys(response.body.results).sort()).toEqual(['accessToken', 'updateToken'])
  }
})

test('signing in: a wrong password and an unknown address get the same response', async () => {
  const { email } = await activePerson(app)
  const wrong = await login(app, email, 'Passw0rd?')
  const unknown = await login(app, newEmail(), 'Passw0rd?')
  const withoutId = ({ body }: typeof wrong) => ({ ...body, requestId: undefined })
  expect(wrong.status).toBe(401)
  expect(withoutId(wrong)).toEqual(withoutId(unknown))
  expect(withoutId(wrong)).toMatchObject({
    httpCode: 401,
    errorCode: -1010,
    statusCode: -1010,
    message: 'Invalid email or password',
  })
})

const inactive = (email: string) =>
  app.sql`UPDATE user SET activated_at = NULL WHERE email_key = ${email}`.run()
const removed = (email: string) =>
  app.sql`UPDATE user SET removed_at = 1 WHERE email_key = ${email}`.run()
const standings: [string, (email: string) => Promise<unknown>, [number, number]][] = [
  ['not activated', inactive, [403, -1006]],
  ['banned', (email) => ban(email, null), [403, -1013]],
  ['banned for a time', (email) => ban(email, 99_999_999_999_999), [403, -1014]],
  ['removed', removed, [404, -1017]],
]
test.each(standings)(
  'signing in: somebody %s learns it only by the right password',
  async (_, change, expected) => {
    const { email } = await activePerson(app)
    await change(email)
    expect(outcome(await login(app, email, 'Passw0rd?'))).toEqual([401, -1010])
    expect(outcome(await login(app, email))).toEqual(expected)
  },
)

test('signing in signs a suspended person in for reasons, posts and appeals alone, by the right password', async () => {
  const { email } = await activePerson(app)
  const userId = await userIdOf(app, email)
  await ban(email, 99_999_999_999_999)
  await app.sql`INSERT INTO user_role VALUES (${userId}, 'moderator', 0)`.run()
  const asked = { headers: { AdmitSuspended: '1' } }
  expect(outcome(await login(app, email, 'Passw0rd?', asked))).toEqual([401, -1010])
  const { status, body } = await login(app, email, undefined, asked)
  expect(status).toBe(200)
  const token: string = body.results.accessToken
  const me = await user(app, 'GET /user/me', { token })
  expect(me.body.results[0].suspended).toEqual({ until: 99_999_999_999 })
  expect(me.body.results[0]).not.toHaveProperty('roles')
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    return (await app.fetch(`/service/${path}`, { headers })).status
  }
  expect(await get('moderation/v1/notice')).toBe(200)
  expect(await get(`comment/v1/comment?userId=${userId}`)).toBe(200)
  expect(await get('comment/v1/comment/export?language=en')).toBe(200)
  expect(await get('moderation/v1/mute')).toBe(403)
  const renamed = await user(app, 'PUT /user/username', { token, body: { newUsername: 'other' } })
  expect(outcome(renamed)).toEqual([403, -1014])
})

test('signing in: an ended ban has no effect', async () => {
  const { email } = await activePerson(app)
  await ban(email, 1)
  expect((await login(app, email)).status).toBe(200)
})

test('signing in renews a hash that was made with other parameters', async () => {
  const { email } = await activePerson(app)
  const weak = await passwordHash(SECRET, PASSWORD, 4096)
  await app.sql`UPDATE user SET password_hash = ${weak} WHERE email_key = ${email}`.run()
  expect(outcome(await login(app, email, 'Passw0rd?'))).toEqual([401, -1010])
  expect((await login(app, email)).status).toBe(200)
  await expect
    .poll(() => value<string>(app.sql`SELECT password_hash FROM user WHERE email_key = ${email}`))
    .toMatch(/m=19456,t=2,p=1/)
  expect((await login(app, email)).status).toBe(200)
})

test('signing in: a hash under an unknown pepper admits no login', async () => {
  const { email } = await activePerson(app)
  await app.sql`UPDATE user SET password_hash = replace(password_hash, 'keyid=', 'keyid=A')
      WHERE email_key = ${email}`.run()
  expect(outcome(await login(app, email))).toEqual([401, -1010])
})

const check = async (query: string) => outcome(await auth(app, `GET /user/${query}`))

test('availability is returned for an address', async () => {
  const { email } = await activePerson(app)
  expect(await check(`email/available/?email=${newEmail()}`)).toEqual([202])
  expect(await check(`email/available?email=${email}`)).toEqual([406, -1018])
  expect(await check('email/available/?email=nobody')).toEqual(invalid('email'))
})

test('availability is returned for a username', async () => {
  const { username } = await activePerson(app)
  const named = (name: string) => check(`username/available/?username=${name}`)
  expect(await named('nobody_has_it')).toEqual([202])
  expect(await named(username.toUpperCase())).toEqual([406, -1019])
  expect(await named('admin')).toEqual([406, -1019])
  for (const malformed of ['', 'a%20b', 'あ', 'x'.repeat(31), '-_'])
    expect(await named(malformed)).toEqual(invalid('username'))
})

const sessionOf = async (email: string) =>
  app.sql`SELECT local_ip, local_language, device_name, resolution, timezone_offset, local_region,
      local_time, dst_offset FROM session WHERE user_id = ${await userIdOf(app, email)}
      ORDER BY created_at DESC, id LIMIT 1`.first()

test('device headers are stored with the session, those of the worker over forged ones', async () => {
  const email = newEmail()
  await register(app, email, {
    from: '203.0.113.7',
    headers: {
      ...device,
      LocalIP: '10.0.0.1',
      DeviceName: 'Toaster',
      LocalRegion: 'Atlantis',
      'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
    },
  })
  expect(await sessionOf(email)).toEqual({
    local_ip: '203.0.113.7',
    local_language: 'ja-JP',
    device_name: 'iOS',
    resolution: '390x844',
    timezone_offset: '-540',
    local_region: null,
    local_time: '2026-11-21T09:00:00',
    dst_offset: '0',
  })
})

test('device headers have the region behind Cloudflare, which alone knows it', async () => {
  const email = newEmail()
  // Miniflare reads `request.cf` from this header.
  const cf = { 'MF-CF-Blob': JSON.stringify({ country: 'JP', regionCode: '13' }) }
  await register(app, email, { headers: { ...device, ...cf, 'CF-Ray': '8f0a1b2c3d4e5f60-NRT' } })
  expect(await sessionOf(email)).toMatchObject({ local_region: 'JP-13' })
})

test('device headers are dropped when they are too long or not printable ASCII', async () => {
  const email = newEmail()
  await register(app, email, {
    headers: {
      ...device,
      LocalLanguage: 'x'.repeat(257),
      Resolution: '390\u00d7844',
      LocalTime: 'a\tb',
    },
  })
  expect(await sessionOf(email)).toMatchObject({
    local_language: null,
    resolution: null,
    local_time: null,
  })
})

test.each(['/user/login', '/user/token', '/user/email/available', '/user/username/available'])(
  'GET %s without its query is malformed',
  async (path) => {
    expect(outcome(await auth(app, `GET ${path}`))).toEqual([400, -1001])
  },
)
