import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { ownApp } from '../../harness/own-app.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import {
  activePerson,
  auth,
  login,
  outcome,
  register,
  accounts,
  userIdOf,
  value,
  user,
} from '../../harness/steps/auth-calls.ts'

const app = await ownApp(accounts())

const device = {
  LocalLanguage: 'ja-JP',
  Resolution: '390x844',
  TimezoneOffset: '-540',
  LocalTime: '2026-11-21T09:00:00',
  DSTOffset: '0',
}

describe('registering', () => {
  test('opens a session under a generated username', async () => {
    const email = newEmail()
    const response = await auth(app, 'POST /user/register/', {
      body: { newEmail: email, newPassword: PASSWORD },
    })
    expect(response.status).toBe(200)
    expect(Object.keys(response.body.results).sort()).toEqual([
      'accessToken',
      'updateToken',
      'username',
    ])
    expect(response.body.results.username).toMatch(/^user-[a-z0-9]{6}$/)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  test('stores the password as a peppered argon2id hash only', async () => {
    const email = newEmail()
    await register(app, email)
    const stored = await value<string>(
      app,
      'SELECT password_hash FROM user WHERE email_key = ?1',
      email,
    )
    expect(stored).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[\w+/]{8}\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })

  test('refuses a taken address, whatever its case', async () => {
    const email = newEmail()
    await register(app, email)
    const response = await auth(app, 'POST /user/register/', {
      body: { newEmail: email.toUpperCase(), newPassword: PASSWORD },
    })
    expect(outcome(response)).toEqual([406, -1018])
  })

  test('of ten people who want one address at once, one gets it', async () => {
    const body = { newEmail: newEmail(), newPassword: PASSWORD }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => auth(app, 'POST /user/register/', { body })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ body: { errorCode } }) => errorCode === -1018)).toHaveLength(9)
  })

  test.each([
    ['no-address', PASSWORD, 'newEmail'],
    ['a@b', PASSWORD, 'newEmail'],
    ['', PASSWORD, 'newEmail'],
    ['a@example.com', 'Sh0rt!', 'newPassword'],
    ['a@example.com', 'passw0rd!', 'newPassword'],
    ['a@example.com', 'PASSW0RD!', 'newPassword'],
    ['a@example.com', 'Password!', 'newPassword'],
    ['a@example.com', 'Passw0rdd', 'newPassword'],
    ['a@example.com', 'Passw0rd!Passw0rd!Pas', 'newPassword'],
    ['no-address', 'short', 'newEmail'],
  ])('names the wrong field: %s, %s → %s', async (email, password, field) => {
    const response = await auth(app, 'POST /user/register/', {
      body: { newEmail: email, newPassword: password },
    })
    expect(outcome(response)).toEqual([406, -1023, field])
  })

  test('an address never proved makes way after a day', async () => {
    const email = newEmail()
    const first = await register(app, email)
    await app.db
      .prepare(`UPDATE user SET created_at = created_at - ${DAY_MS} - 1 WHERE email_key = ?1`)
      .bind(email)
      .run()
    expect(outcome(await auth(app, `GET /user/email/available/?email=${email}`))).toEqual([202])
    const second = await register(app, email)
    expect(second.username).not.toBe(first.username)
    expect(await value(app, 'SELECT COUNT(*) FROM user WHERE email_key = ?1', email)).toBe(1)
  })
})

describe('signing in', () => {
  test('by JSON and by query, with and without the trailing slash', async () => {
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

  test('a wrong password and an unknown address get the same response', async () => {
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

  const standings: [string, string, [number, number]][] = [
    ['not activated', 'UPDATE user SET activated_at = NULL WHERE id = ?1', [403, -1006]],
    ['banned', `INSERT INTO ban (id, user_id, starts_at) VALUES ('b1', ?1, 0)`, [403, -1013]],
    [
      'banned for a time',
      `INSERT INTO ban (id, user_id, starts_at, ends_at) VALUES ('b2', ?1, 0, 99999999999999)`,
      [403, -1014],
    ],
    ['removed', 'UPDATE user SET removed_at = 1 WHERE id = ?1', [404, -1017]],
  ]
  test.each(standings)(
    'somebody %s learns it only by the right password',
    async (_, change, expected) => {
      const { email } = await activePerson(app)
      await app.db
        .prepare(change)
        .bind(await userIdOf(app, email))
        .run()
      expect(outcome(await login(app, email, 'Passw0rd?'))).toEqual([401, -1010])
      expect(outcome(await login(app, email))).toEqual(expected)
    },
  )

  test('signs a suspended person in for reasons, posts and appeals alone, by the right password', async () => {
    const { email } = await activePerson(app)
    const userId = await userIdOf(app, email)
    await app.db
      .prepare(
        `INSERT INTO ban (id, user_id, starts_at, ends_at) VALUES ('b4', ?1, 0, 99999999999999)`,
      )
      .bind(userId)
      .run()
    const asked = { headers: { AdmitSuspended: '1' } }
    expect(outcome(await login(app, email, 'Passw0rd?', asked))).toEqual([401, -1010])
    const { status, body } = await login(app, email, undefined, asked)
    expect(status).toBe(200)
    const token: string = body.results.accessToken
    const me = await user(app, 'GET /user/me', { token })
    expect(me.body.results[0].suspended).toEqual({ until: 99_999_999_999 })
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

  test('an ended ban has no effect', async () => {
    const { email } = await activePerson(app)
    await app.db
      .prepare(`INSERT INTO ban (id, user_id, starts_at, ends_at) VALUES ('b3', ?1, 0, 1)`)
      .bind(await userIdOf(app, email))
      .run()
    expect((await login(app, email)).status).toBe(200)
  })

  test('renews a hash that was made with other parameters', async () => {
    const { email } = await activePerson(app)
    const weak = await hashWithParameters(PASSWORD, 4096)
    await app.db
      .prepare('UPDATE user SET password_hash = ?2 WHERE email_key = ?1')
      .bind(email, weak)
      .run()
    expect(outcome(await login(app, email, 'Passw0rd?'))).toEqual([401, -1010])
    expect((await login(app, email)).status).toBe(200)
    await expect
      .poll(() => value<string>(app, 'SELECT password_hash FROM user WHERE email_key = ?1', email))
      .toMatch(/m=19456,t=2,p=1/)
    expect((await login(app, email)).status).toBe(200)
  })

  test('a hash under an unknown pepper admits no login', async () => {
    const { email } = await activePerson(app)
    await app.db
      .prepare(
        `UPDATE user SET password_hash = replace(password_hash, 'keyid=', 'keyid=A') WHERE email_key = ?1`,
      )
      .bind(email)
      .run()
    expect(outcome(await login(app, email))).toEqual([401, -1010])
  })
})

/** A PHC string with less memory than this deployment uses. */
async function hashWithParameters(password: string, memory: number): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  const { default: Argon2 } = await import('@phi-ag/argon2')
  const { keyedHash, purposeBytes } = await import('../../src/worker/keys/keyed-hash.ts')
  const { SECRET } = await import('../../harness/steps/auth-calls.ts')
  const wasm = await readFile(
    new URL('../../node_modules/@phi-ag/argon2/dist/argon2.wasm', import.meta.url),
  )
  const argon2 = new Argon2(new WebAssembly.Instance(new WebAssembly.Module(wasm)))
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const peppered = await keyedHash({ secret: SECRET }, 'password', password)
  const { hash } = argon2.hash(peppered, {
    salt,
    hashLength: 32,
    memoryCost: memory,
    timeCost: 2,
    parallelism: 1,
  })
  const digest = await crypto.subtle.digest(
    'SHA-256',
    await purposeBytes({ secret: SECRET }, 'password'),
  )
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
  const keyId = base64(new Uint8Array(digest).subarray(0, 6))
  return `$argon2id$v=19$m=${memory},t=2,p=1,keyid=${keyId}$${base64(salt)}$${base64(hash)}`
}

describe('availability', () => {
  test('is returned for an address', async () => {
    const { email } = await activePerson(app)
    expect(outcome(await auth(app, `GET /user/email/available/?email=${newEmail()}`))).toEqual([
      202,
    ])
    expect(outcome(await auth(app, `GET /user/email/available?email=${email}`))).toEqual([
      406, -1018,
    ])
    expect(outcome(await auth(app, 'GET /user/email/available/?email=nobody'))).toEqual([
      406,
      -1023,
      'email',
    ])
  })

  test('is returned for a username', async () => {
    const { username } = await activePerson(app)
    expect(
      outcome(await auth(app, 'GET /user/username/available/?username=nobody_has_it')),
    ).toEqual([202])
    expect(
      outcome(await auth(app, `GET /user/username/available/?username=${username.toUpperCase()}`)),
    ).toEqual([406, -1019])
    expect(outcome(await auth(app, 'GET /user/username/available/?username=admin'))).toEqual([
      406, -1019,
    ])
    for (const malformed of ['', 'a%20b', 'あ', 'x'.repeat(31), '-_']) {
      const response = await auth(app, `GET /user/username/available/?username=${malformed}`)
      expect(outcome(response)).toEqual([406, -1023, 'username'])
    }
  })
})

describe('device headers', () => {
  const SESSION = `SELECT local_ip, local_language, device_name, resolution, timezone_offset, local_region, local_time,
    dst_offset FROM session WHERE user_id = ?1 ORDER BY created_at DESC, id LIMIT 1`
  const sessionOf = async (email: string) =>
    app.db
      .prepare(SESSION)
      .bind(await userIdOf(app, email))
      .first()

  test('are stored with the session, those of the worker over forged ones', async () => {
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

  test('have the region behind Cloudflare, which alone knows it', async () => {
    const email = newEmail()
    // Miniflare reads `request.cf` from this header.
    const cf = { 'MF-CF-Blob': JSON.stringify({ country: 'JP', regionCode: '13' }) }
    await register(app, email, { headers: { ...device, ...cf, 'CF-Ray': '8f0a1b2c3d4e5f60-NRT' } })
    expect(await sessionOf(email)).toMatchObject({ local_region: 'JP-13' })
  })

  test('that are too long or not printable ASCII are dropped', async () => {
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

  test('with a line break forge no header and break nothing', async () => {
    const email = newEmail()
    const body = JSON.stringify({ newEmail: email, newPassword: PASSWORD })
    const answer = await raw(
      [
        'POST /service/auth/v1/user/register/ HTTP/1.1',
        `Host: ${new URL(app.origin).host}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Resolution: 390x844\r\n Set-Cookie: forged=1',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /)
    expect(answer).not.toContain('forged')
    const stored = (await userIdOf(app, email))
      ? ((await sessionOf(email))?.['resolution'] ?? '')
      : ''
    expect(stored).not.toMatch(/[\r\n]/)
  })
})

function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test.each(['/user/login', '/user/token', '/user/email/available', '/user/username/available'])(
  'GET %s without its query is malformed',
  async (path) => {
    expect(outcome(await auth(app, `GET ${path}`))).toEqual([400, -1001])
  },
)

test('the maintenance call returns the window as two entries, or none', async () => {
  expect((await auth(app, 'GET /admin/service/maintenance')).body.results).toEqual([])
  await app.db
    .prepare(
      `INSERT OR REPLACE INTO maintenance_window (service, starts_at, ends_at) VALUES ('auth', 5000, 9000)`,
    )
    .run()
  expect((await auth(app, 'GET /admin/service/maintenance')).body.results).toEqual([
    { name: 'serviceMaintenanceStart', lastUpdated: 5 },
    { name: 'serviceMaintenanceEnd', lastUpdated: 9 },
  ])
  await app.db.prepare(`DELETE FROM maintenance_window WHERE service = 'auth'`).run()
})

test('no log line holds a password, an address, a token or a code', async () => {
  const email = 'canary-address@example.com'
  const password = 'Canary-Passw0rd!'
  const body = { newEmail: email, newPassword: password }
  const { body: answer } = await auth(app, 'POST /user/register/', { body })
  await auth(app, `GET /user/login/?email=${email}&password=${encodeURIComponent(password)}`)
  await auth(app, `GET /user/token/?token=${answer.results.updateToken}`)
  await auth(app, `GET /user/key/available/?email=${email}&passcode=987654`)
  const written = app.logs.join('\n')
  expect(written).toContain('/user/login')
  for (const secret of [
    'canary',
    'Canary',
    answer.results.updateToken,
    answer.results.accessToken,
    '987654',
  ]) {
    expect(written).not.toContain(secret)
  }
})
