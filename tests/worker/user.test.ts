import { expect, test } from 'vitest'
import { setTestVars, sharedApp } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import {
  activePerson,
  auth,
  invalid,
  meOf,
  outcome,
  user,
  userIdOf,
} from '../../harness/steps/auth-calls.ts'
import { callService, exportOf } from '../../harness/steps/service-calls.ts'
import { BUILT_IN_TERMS } from '../../src/domain/legal-pages.ts'

const app = await sharedApp()
const questionId = await app.todaysQuestionId()

const me = (token: string) => user(app, 'GET /user/me', { token })
const rename = (token: string, newUsername: unknown) =>
  user(app, 'PUT /user/username', { token, body: { newUsername } })

const post = (person: TestPerson) =>
  callService(app, 'comment', 'POST /comment', person, { questionId, text: '窓を開ける音。' })
const termsDue = async (person: TestPerson) =>
  (await callService(app, 'user', 'GET /user/me', person)).body[0].termsDue
const agree = (person: TestPerson, version: string) =>
  callService(app, 'user', 'PUT /user/terms', person, { version })

test('GET /user/me answers the person', async () => {
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

test('GET /user/me tells the picture and the subject at the provider', async () => {
  const person = await createPerson(app, { pictureId: 'pic', social: true })
  expect(await meOf(app, person.accessToken)).toMatchObject({
    hasPicture: true,
    pictureLink: '/picture/pic',
    userOptions: { googleUserId: person.userId },
  })
})

test('GET /user/me refuses tokens that this deployment did not sign', async () => {
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
  const basic = await user(app, 'GET /user/me', {
    headers: { Authorization: `Basic ${accessToken}` },
  })
  expect(outcome(basic)).toEqual([401, -1008])
})

test('PUT /user/username renames, also to another case of the same name', async () => {
  const { accessToken } = await activePerson(app)
  expect(outcome(await rename(accessToken, 'Kenji_01'))).toEqual([202])
  expect(outcome(await rename(accessToken, 'KENJI_01'))).toEqual([202])
  expect((await me(accessToken)).body.results[0].username).toBe('KENJI_01')
})

const available = async (username: string) =>
  (await auth(app, `GET /user/username/available/?username=${username}`)).status

test('PUT /user/username refuses a malformed name', async () => {
  const { accessToken } = await activePerson(app)
  for (const name of ['', 'a b', 'あ', 'x'.repeat(31), 'a\n', "'; --", '-', '__'])
    expect([name, outcome(await rename(accessToken, name))]).toEqual([name, invalid('newUsername')])
})

test('PUT /user/username refuses a name that looks like another person’s, and keeps one’s own', async () => {
  const { accessToken: taro } = await activePerson(app)
  const { accessToken: other } = await activePerson(app)
  expect(outcome(await rename(taro, 'Taro_1'))).toEqual([202])
  expect(await available('tar0-l')).toBe(406)
  expect(outcome(await rename(other, 'tar0-l'))).toEqual([406, -1019])
  expect(outcome(await rename(taro, 'tar0-l'))).toEqual([202])
  expect(outcome(await rename(other, 'taro-2'))).toEqual([202])
})

test('PUT /user/username refuses names of the operator and of authority', async () => {
  await setTestVars(app, { OPERATOR_NAME: '株式会社みどり | Midori Press Inc.' })
  const { accessToken } = await activePerson(app)
  for (const name of ['midori-press', '4dm1n', 'r00t', 'support_team']) {
    expect(outcome(await rename(accessToken, name)), name).toEqual([406, -1019])
    expect(await available(name), name).toBe(406)
  }
})

test('PUT /user/username takes look-alikes while the filter is off, but no name in another case', async () => {
  await setTestVars(app, { FILTER_USERNAMES: 'off' })
  const { accessToken: one } = await activePerson(app)
  const { accessToken: other } = await activePerson(app)
  expect(outcome(await rename(one, 'hana0'))).toEqual([202])
  expect(outcome(await rename(other, 'HANA0'))).toEqual([406, -1019])
  expect(outcome(await rename(other, 'hanao'))).toEqual([202])
  expect(outcome(await rename(other, 'admin'))).toEqual([406, -1019])
})

test('refuses a post before consent, and takes it afterwards', async () => {
  const person = await createPerson(app, { terms: '' })
  expect(await termsDue(person)).toBe(BUILT_IN_TERMS)
  const refused = await post(person)
  expect(refused.status).toBe(406)
  expect(refused.body).toMatchObject({ errorCode: -1023, field: 'terms' })
  expect((await agree(person, '2020-01-01')).status).toBe(406)
  expect((await agree(person, BUILT_IN_TERMS)).status).toBe(202)
  expect(await termsDue(person)).toBeUndefined()
  expect((await post(person)).status).toBe(200)
})

test('asks again when the version changes; reading, export and deletion go on', async () => {
  const person = await createPerson(app)
  await setTestVars(app, { TERMS_VERSION: '2027-01-31' })
  expect(await termsDue(person)).toBe('2027-01-31')
  expect((await post(person)).status).toBe(406)
  expect(await exportOf(app, person)).toMatch(/^<!doctype html>/i)
  const code = await app.fetch('/service/account/v1/user/account/delete', {
    headers: { Authorization: person.authorization, LanguageCode: 'ja' },
  })
  expect(code.status).not.toBe(406)
  expect((await agree(person, '2027-01-31')).status).toBe(202)
  expect((await post(person)).status).toBe(200)
})
