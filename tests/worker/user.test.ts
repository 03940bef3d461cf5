import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { ownApp } from '../../harness/own-app.ts'
import { newEmail } from '../../harness/credentials.ts'
import {
  activePerson,
  outcome,
  register,
  accounts,
  user,
  userIdOf,
} from '../../harness/steps/auth-calls.ts'

const app = await ownApp(accounts())

const me = (token?: string) => user(app, 'GET /user/me', token ? { token } : {})
const rename = (token: string, newUsername: unknown) =>
  user(app, 'PUT /user/username', { token, body: { newUsername } })

describe('GET /user/me', () => {
  test('answers the person', async () => {
    const { email, accessToken, username } = await activePerson(app)
    const response = await me(accessToken)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.body.results).toEqual([
      {
        userId: await userIdOf(app, email),
        username,
        email,
        gender: 0,
        birthYear: 0,
        hasPicture: false,
        pictureLink: '',
        tokenExpired: Number(accessToken.split('.')[2]),
        userOptions: {},
        activated: true,
      },
    ])
  })

  test('tells the picture and the subject at the provider', async () => {
    const { email, accessToken } = await activePerson(app)
    const id = await userIdOf(app, email)
    await app.db.batch([
      app.db
        .prepare(`INSERT INTO picture (id, user_id, created_at) VALUES ('pic', ?1, 1)`)
        .bind(id),
      app.db
        .prepare(`UPDATE user SET picture_id = 'pic', password_hash = NULL WHERE id = ?1`)
        .bind(id),
      app.db
        .prepare(
          `INSERT INTO social_identity (issuer, subject, user_id, created_at) VALUES ('i', 's-1', ?1, 1)`,
        )
        .bind(id),
    ])
    expect((await me(accessToken)).body.results[0]).toMatchObject({
      hasPicture: true,
      pictureLink: '/picture/pic',
      userOptions: { googleUserId: 's-1' },
    })
  })

  test('is open before activation and while suspended', async () => {
    const email = newEmail()
    const { accessToken } = await register(app, email)
    expect((await me(accessToken)).body.results[0].activated).toBe(false)
    await app.db
      .prepare(`INSERT INTO ban (id, user_id, starts_at) VALUES ('b', ?1, 0)`)
      .bind(await userIdOf(app, email))
      .run()
    expect((await me(accessToken)).status).toBe(200)
  })

  test('refuses tokens that this deployment did not sign', async () => {
    const { accessToken } = await activePerson(app)
    const [id, session, expiry, signature] = accessToken.split('.')
    const forged = [
      `${id}.${session}.${Number(expiry) + 1}.${signature}`,
      `${id}.${session}.${expiry}.${'A'.repeat(43)}`,
      `${id}.${session}.${expiry}`,
      `${accessToken}.x`,
      'x',
    ]
    for (const token of forged) expect(outcome(await me(token))).toEqual([401, -1008])
    expect(outcome(await me())).toEqual([401, -1008])
    const basic = await user(app, 'GET /user/me', {
      headers: { Authorization: `Basic ${accessToken}` },
    })
    expect(outcome(basic)).toEqual([401, -1008])
  })

  test('says -1007 expired, -1008 ended, -1017 gone', async () => {
    const [ended, removed, deleted, expired] = [
      await activePerson(app),
      await activePerson(app),
      await activePerson(app),
      await activePerson(app),
    ]
    const on = async (query: string, email: string) =>
      app.db
        .prepare(query)
        .bind(await userIdOf(app, email))
        .run()
    await on('DELETE FROM session WHERE user_id = ?1', ended.email)
    await on('UPDATE user SET removed_at = 1 WHERE id = ?1', removed.email)
    await on('DELETE FROM user WHERE id = ?1', deleted.email)
    expect(outcome(await me(ended.accessToken))).toEqual([401, -1008])
    expect(outcome(await me(removed.accessToken))).toEqual([404, -1017])
    expect(outcome(await me(deleted.accessToken))).toEqual([404, -1017])
    await app.setClock(16 * MINUTE_MS)
    expect(outcome(await me(expired.accessToken))).toEqual([401, -1007])
    await app.setClock(0)
  })
})

describe('PUT /user/username', () => {
  test('renames, also to another case of the same name', async () => {
    const { accessToken } = await activePerson(app)
    expect(outcome(await rename(accessToken, 'Kenji_01'))).toEqual([202])
    expect(outcome(await rename(accessToken, 'KENJI_01'))).toEqual([202])
    expect((await me(accessToken)).body.results[0].username).toBe('KENJI_01')
  })

  test('refuses a name that is taken, without regard to case', async () => {
    const first = await activePerson(app)
    const second = await activePerson(app)
    expect(outcome(await rename(first.accessToken, 'Sakura'))).toEqual([202])
    expect(outcome(await rename(second.accessToken, 'sAKURA'))).toEqual([406, -1019])
    expect((await me(second.accessToken)).body.results[0].username).toBe(second.username)
  })

  test('refuses a reserved name as one that is taken', async () => {
    const { accessToken } = await activePerson(app)
    expect(outcome(await rename(accessToken, 'Ichimon'))).toEqual([406, -1019])
    expect(outcome(await rename(accessToken, 'ad_min'))).toEqual([406, -1019])
  })

  test.each(['', 'a b', 'あ', 'x'.repeat(31), 'a\n', "'; --", '-', '__'])(
    '%j is malformed',
    async (name) => {
      const { accessToken } = await activePerson(app)
      expect(outcome(await rename(accessToken, name))).toEqual([406, -1023, 'newUsername'])
    },
  )
})
