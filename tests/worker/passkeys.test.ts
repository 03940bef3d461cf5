import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { mailsTo } from '../../harness/outbox.ts'
import { setTestClock, setTestLimits, sharedApp } from '../../harness/own-app.ts'
import {
  type Answer,
  type PasskeyOptions,
  softwarePasskey,
  type SoftwarePasskey,
} from '../../harness/passkey.ts'
import {
  activePerson,
  auth,
  browser,
  cookieOf,
  invalid,
  login,
  outcome,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'
import { exportOf } from '../../harness/steps/service-calls.ts'

const app = await sharedApp()
const { origin } = app
const GOOGLE = { aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' }
const REFUSED = [401, -1005]

type Changes = Partial<Answer>

const ask = (token: string) => user(app, 'POST /user/passkeys/challenge', { token, body: {} })
async function begin(token: string, changes: Changes = {}): Promise<Answer> {
  const { status, body } = await ask(token)
  expect(status).toBe(200)
  const { challenge, userHandle, rpId } = body.results
  expect(rpId).toBe(new URL(origin).hostname)
  return { challenge, userHandle, origin, ...changes }
}
const add = (token: string, body: object) => user(app, 'POST /user/passkeys', { token, body })
const list = async (token: string) =>
  (await user(app, 'GET /user/passkeys', { token })).body.results
const remove = (token: string, passkeyId: string) =>
  user(app, 'DELETE /user/passkeys', { token, body: { passkeyId } })

/** A person with a passkey, which signs in with `signIn`. */
async function owner(options?: PasskeyOptions, counter?: number) {
  const person = await activePerson(app)
  const key = softwarePasskey(options)
  const answer = await begin(person.accessToken, counter ? { counter } : {})
  expect(outcome(await add(person.accessToken, key.made(answer)))).toEqual([202])
  const { userHandle } = answer
  return {
    ...person,
    key,
    userHandle,
    signIn: async (changes: Changes = {}, cookie?: string) =>
      send(key, { challenge: await challenge(cookie), userHandle, origin, ...changes }, cookie),
  }
}

async function challenge(cookie?: string): Promise<string> {
  const { body } = await auth(app, 'POST /user/login/passkey/challenge', {
    ...(cookie ? browser(cookie) : {}),
    body: {},
  })
  return body.results.challenge
}
const send = (key: SoftwarePasskey, answer: Answer, cookie?: string) =>
  auth(app, 'POST /user/login/passkey', {
    ...(cookie ? browser(cookie) : {}),
    body: key.asserted(answer),
  })

test('a passkey is added, named and told by mail, and signs in', async () => {
  const { email, accessToken, key, signIn } = await owner(GOOGLE)
  const added = { passkeyId: key.passkeyId, keychain: 'google', createdAt: expect.any(Number) }
  expect(await list(accessToken)).toEqual([added])
  const [mail] = await mailsTo(app, email, 1)
  expect(mail!.kind).toBe('passkeyAdded')
  expect(mail!.text).toContain('Google Password Manager')
  expect(mail!.text).toMatch(/secure_account\?token=/)
  const { status, body } = await signIn()
  expect(status).toBe(200)
  expect(await list(body.results.accessToken)).toEqual([{ ...added, usedAt: expect.any(Number) }])
})

test('a passkey signs in again with counter 0, and otherwise only with one that rises', async () => {
  const { signIn } = await owner(undefined, 5)
  for (const [counter, expected] of [
    [5, REFUSED],
    [6, [200]],
    [4, REFUSED],
    [6, REFUSED],
    [0, REFUSED],
    [7, [200]],
  ] as const)
    expect([counter, outcome(await signIn({ counter }))]).toEqual([counter, expected])
  const synced = await owner()
  expect([await synced.signIn(), await synced.signIn()].map(outcome)).toEqual([[200], [200]])
})

test.each(['ES256', 'EdDSA', 'RS256'] as const)('a passkey signs by %s', async (algorithm) => {
  const { signIn } = await owner({ algorithm })
  expect((await signIn()).status).toBe(200)
})

test('a passkey is refused for another site, another account, or without its user', async () => {
  const { signIn } = await owner()
  const other = await owner()
  for (const changes of [
    { origin: 'https://other.example', rpId: new URL(origin).hostname },
    { origin: origin.replace('http:', 'https:') },
    { rpId: 'other.example' },
    { userHandle: other.userHandle },
    { flags: 0x19 },
    { flags: 0x1c },
  ])
    expect([changes, outcome(await signIn(changes))]).toEqual([changes, REFUSED])
  const stranger = softwarePasskey()
  const { userHandle } = other
  const answer = { challenge: await challenge(), userHandle, origin }
  expect(outcome(await send(stranger, answer))).toEqual([404, -1022])
  const forged = { ...stranger.asserted(answer), passkeyId: other.key.passkeyId }
  expect(outcome(await auth(app, 'POST /user/login/passkey', { body: forged }))).toEqual(REFUSED)
})

test('a passkey is not added for another site, session or challenge, or with an attestation', async () => {
  const { accessToken } = await owner()
  const other = await activePerson(app)
  const adding = async (changes: Changes) =>
    outcome(await add(accessToken, softwarePasskey().made(await begin(accessToken, changes))))
  for (const changes of [
    { origin: 'https://other.example', rpId: new URL(origin).hostname },
    { rpId: 'other.example' },
    { challenge: (await begin(other.accessToken)).challenge },
    { challenge: await challenge() },
  ])
    expect([changes, await adding(changes)]).toEqual([changes, REFUSED])
  expect(await list(accessToken)).toHaveLength(1)
  expect(await list(other.accessToken)).toEqual([])
  // Of a password manager, without a dialog.
  expect(await adding({ flags: 0x18 })).toEqual([202])
  const made = softwarePasskey().made(await begin(accessToken))
  const packed = Buffer.from(made.attestationObject, 'base64url')
    .toString('latin1')
    .replace('dnone', 'fpacked')
  const attestationObject = Buffer.from(packed, 'latin1').toString('base64url')
  expect(outcome(await add(accessToken, { ...made, attestationObject }))).toEqual(REFUSED)
})

test('a passkey needs a recent sign-in to be added, also one with a passkey; ten are the most', async () => {
  const { accessToken, sessionId, key, signIn } = await owner()
  const old = await begin(accessToken)
  await app.sql`UPDATE session SET created_at = created_at - ${16 * MINUTE_MS}
    WHERE id = ${sessionId}`.run()
  expect(outcome(await add(accessToken, softwarePasskey().made(old)))).toEqual(REFUSED)
  expect(outcome(await ask(accessToken))).toEqual(REFUSED)
  const token = (await signIn()).body.results.accessToken
  const again = softwarePasskey().made(await begin(token))
  for (let count = 2; count < 10; count++)
    expect((await add(token, softwarePasskey().made(await begin(token)))).status).toBe(202)
  const answers = await Promise.all([begin(token), begin(token), begin(token)])
  const both = await Promise.all(
    answers.slice(1).map((answer) => add(token, softwarePasskey().made(answer))),
  )
  expect(both.map(outcome).toSorted()).toEqual([[202], invalid('passkeyId')])
  expect(await list(token)).toHaveLength(10)
  expect(outcome(await add(token, again))).toEqual(invalid('passkeyId'))
  expect(outcome(await ask(token))).toEqual(invalid('passkeyId'))
  // One that exists is not added a second time, by nobody.
  await remove(token, (await list(token))[0].passkeyId)
  expect(outcome(await add(token, key.made(answers[0]!)))).toEqual(invalid('passkeyId'))
})

test('a passkey is removed by its owner alone, told by mail, and does not sign in any more', async () => {
  const { email, accessToken, key, signIn } = await owner()
  const other = await activePerson(app)
  expect(outcome(await remove(other.accessToken, key.passkeyId))).toEqual([404, -1022])
  expect((await signIn()).status).toBe(200)
  expect(outcome(await remove(accessToken, key.passkeyId))).toEqual([205])
  expect(outcome(await remove(accessToken, key.passkeyId))).toEqual([404, -1022])
  expect(await list(accessToken)).toEqual([])
  expect(outcome(await signIn())).toEqual([404, -1022])
  const kinds = (await mailsTo(app, email, 2)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['passkeyAdded', 'passkeyRemoved'])
})

test('a passkey ends with the account, and when the owner secures it', async () => {
  const { email, accessToken, key, signIn } = await owner()
  const [mail] = await mailsTo(app, email, 1)
  const token = /secure_account\?token=([\w-]{22})$/m.exec(mail!.text)![1]!
  expect((await auth(app, 'PUT /user/secure/', { body: { token } })).status).toBe(200)
  expect(outcome(await signIn())).toEqual([404, -1022])
  expect(outcome(await user(app, 'GET /user/passkeys', { token: accessToken }))[1]).toBe(-1008)
  const person = await owner()
  await app.sql`DELETE FROM user WHERE email = ${person.email}`.run()
  const keys = app.sql`SELECT count(*) FROM passkey
      WHERE id IN (${person.key.passkeyId}, ${key.passkeyId})`
  expect(await value(keys)).toBe(0)
})

test('a passkey is in the export by name and date', async () => {
  const person = await owner(GOOGLE)
  const passkeys = [{ keychain: 'google', createdAt: expect.any(Number), usedAt: null }]
  const file: unknown = JSON.parse(await exportOf(app, person, 'json'))
  expect(file).toMatchObject({ moderation: { passkeys } })
})

test('a passkey does not admit a suspended person, unless the client asks for it', async () => {
  const { email, key, userHandle } = await owner()
  await app.sql`INSERT INTO ban (id, user_id, starts_at)
      VALUES ('of a passkey', ${await userIdOf(app, email)}, 0)`.run()
  const answer = async () => ({ challenge: await challenge(), userHandle, origin })
  expect(outcome(await send(key, await answer()))).toEqual([403, -1013])
  const admitted = await auth(app, 'POST /user/login/passkey', {
    headers: { AdmitSuspended: '1' },
    body: key.asserted(await answer()),
  })
  expect(admitted.status).toBe(200)
})

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
  const askAnew = () => auth(app, 'POST /user/login/passkey/challenge', { body: {} })
  for (let count = 0; (await askAnew()).status === 200; count++) expect(count).toBeLessThan(2)
  expect(outcome(await askAnew())).toEqual([403, -1021])
})

test('a sign-in with a passkey from a new browser is mailed as any other', async () => {
  const { email, signIn } = await owner()
  await login(app, email, undefined, browser())
  const cookie = `Browser=${'B'.repeat(43)}`
  expect((await signIn({}, cookie)).status).toBe(200)
  const kinds = (await mailsTo(app, email, 2)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['newBrowser', 'passkeyAdded'])
})
