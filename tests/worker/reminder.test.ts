import PostalMime from 'postal-mime'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { bindingsOf, createPerson, type TestPerson } from '../../harness/people.ts'
import { ownApp, setTestClock, setTestLimits } from '../../harness/own-app.ts'
import { startPushServer } from '../../harness/push-server.ts'
import { mails } from '../../harness/outbox.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { callService, exportOf } from '../../harness/steps/service-calls.ts'
import { startMailServer } from './mail-server.ts'
import { now } from '../../src/worker/config/clock.ts'

const push = await startPushServer()
const app = await ownApp()
const questionId = await app.todaysQuestionId()
afterAll(() => push.stop())
beforeEach(() => void (push.delivered.length = 0))

const zone = { hour: 20, timeZone: 'Asia/Tokyo', language: 'en' }
const change = (person: TestPerson | undefined, body: object) =>
  callService(app, 'user', 'PUT /user/reminder', person, { ...zone, ...body })
const read = async (person: TestPerson) =>
  (await callService(app, 'user', 'GET /user/reminder', person)).body

interface Row {
  token: string
  due_at: number | null
  next_attempt_at: number | null
}
const rowOf = (person: TestPerson) =>
  app.sql`SELECT * FROM reminder WHERE user_id = ${person.userId}`.first<Row>()
const endpointsOf = async (person: TestPerson) =>
  (
    await app.sql`SELECT endpoint FROM push_subscription WHERE user_id = ${person.userId}
      ORDER BY created_at`.all<{ endpoint: string }>()
  ).results.map(({ endpoint }) => endpoint)

const todaysText = (language: string) =>
  app.sql`SELECT text FROM question_text WHERE question_id = ${questionId}
    AND language = ${language}`.first<string>('text')

async function makeDue(person: TestPerson, minutesAgo = 1): Promise<void> {
  const due = now(await bindingsOf(app)) - minutesAgo * MINUTE_MS
  await app.sql`UPDATE reminder SET due_at = ${due}, next_attempt_at = ${due}
    WHERE user_id = ${person.userId}`.run()
}

async function reminded(body: object = {}) {
  const person = await createPerson(app)
  const subscription = push.subscribe()
  const { status } = await change(person, { channel: 'push', subscription, ...body })
  expect(status).toBe(202)
  await makeDue(person)
  return { person, subscription }
}
const deliveredTo = ({ endpoint }: { endpoint: string }) =>
  push.delivered.filter((one) => one.endpoint === endpoint)

it('a push carries today’s question encrypted for the browser and signed with the site’s key', async () => {
  const { person, subscription } = await reminded({ language: 'ja' })
  await app.triggerCron()
  const [one, ...others] = deliveredTo(subscription)
  expect(others).toEqual([])
  const { publicKey } = await read(person)
  expect(one!.vapid).toMatchObject({ aud: push.origin, key: publicKey })
  expect(one!.vapid.sub).toMatch(/^https?:/)
  expect(one!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: 'reminder' })
  const text = await todaysText('ja')
  expect(one!.message).toMatchObject({
    web_push: 8030,
    notification: { lang: 'ja', title: '今日のお題', body: text, tag: 'reminder' },
  })
  // The TTL ends before the next question's day.
  const left = tokyoDayStart(addDays(tokyoDay(Date.now()), 1)) - Date.now()
  expect(Number(one!.headers['ttl'])).toBeLessThanOrEqual(left / 1000 + 60)
})

it('a push comes once a day, also when two runs begin at the same time', async () => {
  const { person, subscription } = await reminded()
  await Promise.all([app.triggerCron(), app.triggerCron(), app.triggerCron()])
  await app.triggerCron()
  expect(deliveredTo(subscription)).toHaveLength(1)
  const { due_at: due } = (await rowOf(person))!
  expect(due! % HOUR_MS).toBe(0)
  expect(due).toBeGreaterThan(Date.now())
  expect(due).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS)
})

it('a push stays out when the person has written on today’s question, also if the post is deleted', async () => {
  const { person, subscription } = await reminded()
  const id = await postOf(app, questionId, person)
  await app.triggerCron()
  await app.sql`UPDATE comment SET deleted_at = 1 WHERE id = ${id}`.run()
  await makeDue(person)
  await app.triggerCron()
  expect(deliveredTo(subscription)).toEqual([])
  expect((await rowOf(person))!.due_at).toBeGreaterThan(Date.now())
})

it('a push stays out for suspended people, and when it is more than an hour late', async () => {
  const banned = await reminded()
  await app.sql`INSERT INTO ban (id, user_id, starts_at)
      VALUES (${banned.person.userId}, ${banned.person.userId}, 1)`.run()
  const late = await reminded()
  await makeDue(late.person, 61)
  await app.triggerCron()
  expect(push.delivered).toEqual([])
})

it('a push is tried again after a failure, for the browsers that have not got it', async () => {
  const { person, subscription } = await reminded()
  const other = push.subscribe()
  await change(person, { channel: 'push', subscription: other })
  await makeDue(person)
  push.respondWith(other.endpoint, 503)
  await app.triggerCron()
  await app.triggerCron()
  expect(push.requestsTo(other.endpoint)).toBe(1)
  push.respondWith(other.endpoint, 201)
  await app.sql`UPDATE reminder SET next_attempt_at = due_at
      WHERE user_id = ${person.userId}`.run()
  await app.triggerCron()
  expect(deliveredTo(subscription)).toHaveLength(1)
  expect(deliveredTo(other)).toHaveLength(1)
})

it.each([404, 410])(
  'a push deletes a subscription that the push service responds with %i',
  async (status) => {
    const { person, subscription } = await reminded()
    push.respondWith(subscription.endpoint, status)
    await app.triggerCron()
    expect(await endpointsOf(person)).toEqual([])
    await makeDue(person)
    await app.triggerCron()
    expect(push.requestsTo(subscription.endpoint)).toBe(1)
  },
)

it('a push goes to the new address after the service worker has renewed a dropped subscription', async () => {
  const { person, subscription: dropped } = await reminded()
  const subscription = push.subscribe()
  const renew = (endpoint: string) =>
    callService(app, 'user', 'PUT /user/reminder/subscription', undefined, {
      endpoint,
      subscription,
    })
  expect((await renew(dropped.endpoint)).status).toBe(202)
  expect((await renew(dropped.endpoint)).body).toMatchObject({ field: 'endpoint' })
  expect(await endpointsOf(person)).toEqual([subscription.endpoint])
  await app.triggerCron()
  expect(deliveredTo(subscription)).toHaveLength(1)
  expect(push.requestsTo(dropped.endpoint)).toBe(0)
})

it('a push is ended by its own action, again and again without a failure', async () => {
  const { person, subscription } = await reminded()
  await app.triggerCron()
  const { actions } = deliveredTo(subscription)[0]!.message.notification
  const address = new URL(actions[0]!.navigate)
  expect([actions[0]!.action, address.pathname, address.hash]).toEqual([
    'end',
    '/reminder/end',
    '#now',
  ])
  const token = address.searchParams.get('token')
  const end = () => callService(app, 'user', 'POST /user/reminder/end', undefined, { token })
  expect((await end()).status).toBe(202)
  expect((await end()).status).toBe(202)
  expect(await read(person)).not.toHaveProperty('channel')
  expect(await endpointsOf(person)).toEqual([])
  expect((await rowOf(person))!.due_at).toBeNull()
})

it('a mail is deleted before it is sent when the reminder is ended, and has a new token afterwards', async () => {
  const person = await createPerson(app)
  await change(person, { channel: 'mail' })
  await makeDue(person)
  await app.triggerCron()
  const waiting = () =>
    app.sql`SELECT count(*) AS n FROM mail WHERE user_id = ${person.userId}
        AND sent_at IS NULL`.first<number>('n')
  expect(await waiting()).toBe(1)
  const { token } = (await rowOf(person))!
  await callService(app, 'user', 'POST /user/reminder/end', undefined, { token })
  expect(await waiting()).toBe(0)
  await change(person, { channel: 'mail' })
  expect((await rowOf(person))!.token).not.toBe(token)
})

it('a mail comes once, in the person’s language', async () => {
  const person = await createPerson(app)
  await change(person, { channel: 'mail', language: 'en' })
  await makeDue(person)
  await Promise.all([app.triggerCron(), app.triggerCron()])
  await app.triggerCron()
  const [mail, ...others] = await mails(app, person.email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'reminder', subject: `Ichimon: ${await todaysText('en')}` })
  expect(mail!.text).toContain('/reminder/end?token=')
})

it('a mail is ended by one POST of a mail program, and by nothing that a scanner opens', async () => {
  const person = await createPerson(app)
  await change(person, { channel: 'mail' })
  const { token } = (await rowOf(person))!
  const path = `/reminder/end?token=${token}`
  const page = await app.fetch(path)
  expect(page.status).toBe(200)
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(await read(person)).toMatchObject({ channel: 'mail' })
  const ended = await app.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(ended.status).toBe(202)
  expect(ended.headers.has('Set-Cookie')).toBe(false)
  expect(await read(person)).not.toHaveProperty('channel')
  const unknown = await app.fetch('/reminder/end?token=nobody', { method: 'POST' })
  expect(unknown.status).toBe(406)
})

it('the setting is read as it was saved, ended with `off`, and has no browser after a change to mail', async () => {
  const { person, subscription } = await reminded()
  const endpoints = [subscription.endpoint]
  expect(await read(person)).toMatchObject({ channel: 'push', hour: 20, endpoints })
  await change(person, { channel: 'mail', hour: 7, timeZone: 'Europe/Berlin' })
  expect(await read(person)).toMatchObject({ channel: 'mail', timeZone: 'Europe/Berlin' })
  expect(await endpointsOf(person)).toEqual([])
  await change(person, { channel: 'off' })
  expect(await read(person)).not.toHaveProperty('channel')
})

it('the setting keeps the five newest browsers of a person', async () => {
  const person = await createPerson(app)
  const all = Array.from({ length: 6 }, () => push.subscribe())
  for (const subscription of all) {
    await change(person, { channel: 'push', subscription })
    await app.sql`UPDATE push_subscription SET created_at = created_at - 1`.run()
  }
  expect(await endpointsOf(person)).toEqual(all.slice(1).map(({ endpoint }) => endpoint))
})

it.each([
  ['push', undefined],
  ['timeZone', { channel: 'mail', timeZone: 'Mars/Olympus' }],
  ['another server', 'https://victim.example/push'],
  ['a port', 'https://fcm.googleapis.com:8443/x'],
  ['a look-alike', 'https://fcm.googleapis.com.example/x'],
  ['no address', 'push'],
  ['an empty label', 'https://.push.apple.com/x'],
  ['punycode', 'https://xn--a-ecp.push.apple.com/x'],
])('the setting refuses %s', async (_, asked) => {
  const person = await createPerson(app)
  const body =
    typeof asked === 'string'
      ? { channel: 'push', subscription: { ...push.subscribe(), endpoint: asked } }
      : (asked ?? { channel: 'push' })
  const response = await change(person, body)
  const field = 'timeZone' in body ? 'timeZone' : 'subscription'
  expect([response.status, response.body.field]).toEqual([406, field])
  expect(await rowOf(person)).toBeNull()
})

it('the setting is in the export, and goes with the account', async () => {
  const { person, subscription } = await reminded({ timeZone: 'Europe/Paris' })
  const json = await exportOf(app, person, 'json')
  for (const part of ['"hour":20', 'Europe/Paris', subscription.endpoint])
    expect(json).toContain(part)
  await app.sql`DELETE FROM user WHERE id = ${person.userId}`.run()
  expect(await rowOf(person)).toBeNull()
  expect(await endpointsOf(person)).toEqual([])
})

it('sends as many in a run as the limit says, and the rest in the next', async () => {
  await setTestLimits(app, 'raised remindersPerRun=2')
  const people = [await reminded(), await reminded(), await reminded()]
  await app.triggerCron()
  expect(push.delivered).toHaveLength(2)
  await app.triggerCron()
  for (const { subscription } of people) expect(deliveredTo(subscription)).toHaveLength(1)
})

it('limits how many reminders a sender ends in a minute', async () => {
  // Counters of the last minute are over.
  await setTestClock(app, 2 * MINUTE_MS)
  await setTestLimits(app, 'raised reminderTokensPerMinute=2')
  const end = () => callService(app, 'user', 'POST /user/reminder/end', undefined, { token: 'x' })
  expect([(await end()).status, (await end()).status]).toEqual([406, 406])
  const refused = await end()
  expect([refused.status, refused.body.errorCode]).toEqual([403, -1021])
  // One-click requests are limited per client address.
  const oneClick = async (address: string) =>
    (
      await app.fetch('/reminder/end?token=x', {
        method: 'POST',
        headers: { 'CF-Connecting-IP': address },
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
    ).status
  for (const address of ['203.0.113.1', '203.0.113.2'])
    expect([await oneClick(address), await oneClick(address), await oneClick(address)]).toEqual([
      406, 406, 403,
    ])
})

it('is taken up again once the lease of a run that ended in the middle is over', async () => {
  const { person, subscription } = await reminded()
  push.respondWith(subscription.endpoint, 503)
  await app.triggerCron()
  push.respondWith(subscription.endpoint, 201)
  await app.setClock(2 * MINUTE_MS)
  await app.triggerCron()
  expect(deliveredTo(subscription)).toEqual([])
  await app.setClock(4 * MINUTE_MS)
  await app.triggerCron()
  expect(deliveredTo(subscription)).toHaveLength(1)
  expect((await rowOf(person))!.due_at).toBeGreaterThan(Date.now())
  await app.setClock(0)
})

it('has the headers by which mail programs end it (RFC 8058)', async () => {
  const server = await startMailServer('a password')
  await app.setVars(server.vars)
  const person = await createPerson(app)
  await change(person, { channel: 'mail' })
  await makeDue(person)
  await app.triggerCron()
  await app.triggerCron()
  const received = server.received.find(({ to }) => to.includes(person.email))
  const { headers } = await PostalMime.parse(received!.raw)
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, address] = /^<(.*)>$/.exec(header('list-unsubscribe') ?? '') ?? []
  const { pathname, search } = new URL(address!)
  await app.fetch(pathname + search, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(await read(person)).not.toHaveProperty('channel')
  await server.stop()
  await app.setVars({ MAIL_TRANSPORT: 'outbox' })
})
