import { expect, it } from 'vitest'
import { setTestVars, sharedApp } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { register } from '../../harness/steps/auth-calls.ts'
import { callService, exportOf } from '../../harness/steps/service-calls.ts'
import { BUILT_IN_TERMS } from '../../src/domain/legal-pages.ts'

const app = await sharedApp()
const questionId = await app.todaysQuestionId()

const post = (person: TestPerson) =>
  callService(app, 'comment', 'POST /comment', person, { questionId, text: '窓を開ける音。' })
const termsDue = async (person: TestPerson) =>
  (await callService(app, 'user', 'GET /user/me', person)).body[0].termsDue
const agree = (person: TestPerson, version: string) =>
  callService(app, 'user', 'PUT /user/terms', person, { version })

it('stores the version of the terms with a new account', async () => {
  await register(app, 'consent@example.com')
  const version = await app.sql`SELECT terms_version FROM user
    WHERE email_key = 'consent@example.com'`.first<string>('terms_version')
  expect(version).toBe(BUILT_IN_TERMS)
})

it('refuses a post before consent, and takes it afterwards', async () => {
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

it('asks again when the version changes; reading, export and deletion go on', async () => {
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
