import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serviceBases, serviceNames } from '../../src/contract/bases.ts'
import { calls, fullPath } from '../../src/contract/contract.ts'
import { limitDefaults, type LimitName } from '../../src/worker/config/limits.ts'
import { serviceVariable } from '../../src/worker/config/variables-schema.ts'
import type { ContractDocument } from '../../src/contract/openapi/document.ts'
import type { App } from '../../harness/app.ts'
import { ownApp, setTestVars } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { startCountedApp, statementsOf } from '../../harness/costs.ts'
import { scansOf } from '../../harness/recorded-database.ts'
import { expectError } from '../../harness/expect-error.ts'
import { callService, resultsOf } from '../../harness/steps/service-calls.ts'
import { BODY_LIMIT } from '../../src/worker/http/create-service.ts'
import { examplesOf, JSON_BODY, real } from './contract-examples.ts'
import { everyRow, type World } from './contract-person.ts'
import { CLIENT, prepared } from './contract-state.ts'
import { KeyProvider } from './key-provider.ts'
import { png } from './picture-files.ts'
import { startTranslationServer } from '../../harness/translation-server.ts'

const provider = await new KeyProvider().start()
const translations = await startTranslationServer()
const services = await startCountedApp({
  vars: {
    SOCIAL_ISSUER: provider.issuer,
    SOCIAL_CLIENT_ID: CLIENT,
    TRANSLATOR: 'libretranslate',
    TRANSLATOR_URL: translations.origin,
    TRANSLATOR_KEY: translations.key,
  },
})
const atServices = serviceNames.map((name) => [
  serviceVariable(name),
  services.origin + serviceBases[name],
])
/** A site that has its services at addresses: what gets through it is right in both. */
const site = await ownApp({ questions: false, vars: Object.fromEntries(atServices) })
const app: App = { ...services, fetch: site.fetch }
const made = (await (await app.fetch('/service/openapi.json')).json()) as ContractDocument
const { operations, named, faults, resolved, requestOf, sendExample, expectExample } =
  examplesOf(made)

describe('the document', () => {
  test('passes the recommended rules, has words for everything, and examples that its schemas allow', async () => {
    const rules = {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'operation-singular-tag': 'error',
      'parameter-description': 'error',
    } as const
    const config = await createConfig({ extends: ['recommended'], rules })
    const problems = await lintFromString({ source: JSON.stringify(made), config })
    const found = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
    const without = (...ids: string[]) =>
      named.filter(([id]) => ids.includes(id)).map(([, { pointer }]) => `${pointer}/responses`)
    // Succeeds with a WebSocket.
    expect(found).toEqual(without('followQuestion').map((at) => `operation-2xx-response ${at}`))
  })

  test('gives a limit that several calls share one default', () => {
    const named = calls.flatMap(({ limits = {} }) => Object.entries(limits))
    for (const [name, { max }] of named) expect(max, name).toBe(limitDefaults[name as LimitName])
  })

  test('has every call', () => {
    const described = calls.map((call) => `${call.method} ${fullPath(call)}`)
    const shown = operations.map(({ method, path }) => `${method} ${path}`)
    expect(shown.toSorted()).toEqual(described.toSorted())
  })

  test.each(named)('gives %s words, an example and the errors of all', (_, { operation }) => {
    const { summary, parameters = [], requestBody, responses } = operation
    expect(summary).toMatch(/^\p{Lu}/u)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['500', '503']))
    for (const { required, in: place, example } of parameters.map((one) => resolved(one)))
      if (required && place === 'query') expect(example).toBeDefined()
    if (requestBody) expect(requestBody.content['application/json']?.example).toBeDefined()
    for (const { description } of Object.values(responses)) expect(description).toBeTruthy()
  })
})

const pictureId = 'a'.repeat(22)
const world: World = { app, provider, pictureId, questionId: await app.todaysQuestionId() }
await app.r2.put(pictureId, await png(8, 8), { httpMetadata: { contentType: 'image/png' } })
afterAll(async () => {
  await services.stop()
  await provider.stop()
  await translations.stop()
})

const withoutEffect = ['agreeToTerms', 'unmute', 'beginPasskey']

test.each(calls.filter(({ id }) => id !== 'followQuestion'))(
  'the example of $id gets the response of the document; a guest changes nothing',
  async ({ id, access, method }) => {
    const state = await prepared(id, world)
    const before = access && (await everyRow(services))
    if (before) {
      const { values } = state
      const response = await sendExample(app, id, { values: { ...values, accessToken: undefined } })
      await expectError(response, 'invalidAccessToken')
      expect(await everyRow(services)).toEqual(before)
    }
    await expectExample(app, id, state)
    const isStored = method !== 'GET' && !withoutEffect.includes(id)
    if (before && isStored) expect(await everyRow(services)).not.toEqual(before)
  },
)

test('whatever the operations and jobs ask of D1 is read by an index, never from the whole of a table that grows', async () => {
  await services.triggerCron()
  const statements = await statementsOf(services)
  for (const table of ['session', 'user', 'comment', 'question', 'mail'])
    expect(statements.filter((sql) => sql.includes(table)).length, table).toBeGreaterThan(3)
  const scans: Record<string, string[]> = {}
  for (const sql of statements) {
    const found = await scansOf(app.db, sql)
    if (found.length > 0) scans[sql] = found
  }
  expect(scans).toEqual({})
  // The check would have found one.
  expect(await scansOf(app.db, 'SELECT id FROM comment WHERE text = ?')).toEqual(['SCAN comment'])
})

test.each(calls.filter(({ body }) => body))(
  'the body of $id is JSON of its shape, and of no more than its size',
  async (call) => {
    const { id, body, bodyLimit = BODY_LIMIT } = call
    const state = await prepared(id, world)
    const right = real(call.example!, state)
    const send = (sent: BodyInit, contentType = 'application/json') =>
      services.fetch(fullPath(call), {
        method: call.method,
        headers: {
          'Content-Type': contentType,
          Authorization: `Bearer ${state.values.accessToken}`,
          ...state.headers,
        },
        body: sent,
        duplex: 'half',
      } as RequestInit)
    const json = JSON.stringify
    const malformed = [
      '{',
      '[]',
      'null',
      '"text"',
      '[[[[[[[[[[',
      json({ ...right, isAdmin: true }),
      json({ ...right, x: 1 }).replace('"x":1', '"__proto__":{"a":1}'),
    ]
    for (const sent of malformed) await expectError(await send(sent), 'contentNotFound')
    for (const [field, schema] of Object.entries(body!.shape)) {
      const wrong = [{ [field]: [] }, ...(schema.safeParse(undefined).success ? [] : [undefined])]
      for (const value of wrong) {
        const { status } = await send(json({ ...right, [field]: value }))
        // An unlisted enum value is a field error; another type is malformed.
        expect([400, 406], `${field}: ${json(value)}`).toContain(status)
      }
    }
    // Any other type counts as no body, which is valid if nothing is required.
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
    for (const type of body!.safeParse({}).success ? [] : types)
      await expectError(await send(json(right), type), 'contentNotFound')
    const large = json({ ...right, large: 'x'.repeat(bodyLimit) })
    await expectError(await send(large), 'requestTooLarge')
    await expectError(await send(new Blob([large]).stream()), 'requestTooLarge')
  },
)

const publicReads = new Set(calls.filter((call) => call.isPublicRead).map(({ id }) => id))

test('public reads are GETs that depend on the query alone', () => {
  for (const { id, method, ...call } of calls.filter((one) => publicReads.has(one.id))) {
    expect(method, id).toBe('GET')
    const names = ['access', 'body', 'params', 'headers'] as const
    expect(
      names.filter((name) => call[name] !== undefined),
      id,
    ).toEqual([])
  }
})

describe('public reads', () => {
  let addresses: string[]
  beforeAll(async () => {
    const reads = named.filter(([id]) => publicReads.has(id))
    const addressOf = async ([id, { path, operation }]: (typeof reads)[number]) =>
      requestOf(path, operation, await prepared(id, world))[0]
    addresses = await Promise.all(reads.map(addressOf))
    await services.restart()
  })

  test('are refused to an address with too many that no cache answers', async () => {
    await setTestVars(services, { LIMITS: 'raised publicReadsPerMinute=1' })
    expect((await services.fetch('/service/quest/v1/questionnaire?status=2')).status).toBe(200)
    for (const address of addresses) {
      const refused = await services.fetch(address)
      expect(refused.status, address).toBe(403)
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  })

  test('have their body for GET, also just after HEAD', async () => {
    for (const address of addresses) {
      const head = await services.fetch(address, { method: 'HEAD' })
      expect(await head.text()).toBe('')
      const { results } = (await (await services.fetch(address)).json()) as { results?: unknown }
      expect(results, address).toBeDefined()
    }
  })
})

test('the socket’s frames are what the document says', async () => {
  const [, { path, pointer }] = named.find(([id]) => id === 'followQuestion')!
  const state = await prepared('followQuestion', world)
  const url = `${site.origin.replace('http', 'ws')}${path}?questionId=${state.values.questionId}`
  const socket = new WebSocket(url, { origin: site.origin })
  // One frame per round of events.
  const frames: ({ type: string } | { type: string }[])[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const { accessToken, questionId } = state.values
  const author = { authorization: `Bearer ${accessToken}` }
  const post = { questionId, text: 'live' }
  const [{ commentId }] = await resultsOf(app, 'comment', 'POST /comment', author, post)
  await resultsOf(app, 'comment', 'DELETE /comment', author, { commentId })
  const types = async () => {
    await services.ring(state.values.questionId!)
    return new Set(frames.flat().map(({ type }) => type))
  }
  await expect
    .poll(types)
    .toEqual(new Set(['hello', 'comment.created', 'comment.deleted', 'readers']))
  for (const frame of frames)
    expect(faults(`${pointer}/responses/101${JSON_BODY}`, frame)).toBeNull()
  socket.close()
})

const { questionId } = world

test('a site whose services are another process names them in its health', async () => {
  const { results } = (await (await site.fetch('/healthz')).json()) as { results: object }
  expect(results).toMatchObject({ remote: serviceNames })
})

test('a site whose services are another process shows a post on its pages, and not after it was deleted', async () => {
  const person = await createPerson(app)
  const text = 'from another process'
  const post = { questionId, text }
  const [{ commentId }] = await resultsOf(site, 'comment', 'POST /comment', person, post)
  const pages = ['/', '/en', `/theme_details?themeID=${questionId}`]
  const areShowing = async () => {
    const bodies = pages.map(async (path) => (await site.fetch(path)).text())
    return (await Promise.all(bodies)).map((body) => body.includes(text))
  }
  await expect.poll(areShowing).toEqual([true, true, true])
  const line = 'DELETE /comment'
  const { status, body } = await callService(site, 'comment', line, person, { commentId })
  expect([status, body]).toEqual([205, {}])
  expect(await areShowing()).toEqual([false, false, false])
})

test('a site whose services are another process reads encoded addresses, and refuses with the field, as embedded services do', async () => {
  const encoded = await site.fetch(`${serviceBases.question}/questionn%61ire?status=1`)
  expect(encoded.status).toBe(200)
  await expectError(await site.fetch('/picture/a.b'), 'dataNotFound')
  const { authorization } = await createPerson(app)
  const post = await site.fetch(`${serviceBases.comment}/comment`, {
    method: 'POST',
    headers: {
      Authorization: authorization,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'k'.repeat(65),
    },
    body: JSON.stringify({ questionId, text: 'with a long key' }),
  })
  await expectError(post, 'dataNotAvailable', 'Idempotency-Key')
})
