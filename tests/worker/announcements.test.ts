import { beforeEach, expect, it } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { DAY_S, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { ANNOUNCEMENT_LENGTH, ANNOUNCEMENT_MS } from '../../src/domain/announcement.ts'
import { ownApp } from '../../harness/own-app.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import { deskCall } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { command } from './operator-database.ts'

const app = await ownApp()
const seconds = (ms: number) => Math.floor(ms / 1000)
const texts = { ja: '新しいお知らせ\nです。', en: 'Some news.\nIn two lines.' }

const operator = await personWithRole(app, 'operator')
beforeEach(async () => {
  await app.db.exec('DELETE FROM announcement')
  await app.db.exec('DELETE FROM maintenance_window')
  await app.setClock(0)
})

const desk = (line: string, input: object = {}) => deskCall(app, line, operator, input)
const add = async (input: object = {}) => {
  const { status, body } = await desk('POST /announcement', { texts, ...input })
  expect(status).toBe(200)
  return body[0] as { announcementId: string; startsAt: number; state: string }
}
const withdraw = (announcementId: string) =>
  desk('PUT /announcement/withdrawal', { announcementId })
const current = async () =>
  (await (await app.fetch('/service/operator/v1/announcement')).json<{ results: object[] }>())
    .results
const states = async () =>
  (await desk('GET /announcement/list')).body.map(({ state }: { state: string }) => state)
const audits = async (prefix: string) => {
  const { results } = await app.sql`SELECT actor_id AS actor, action, subject FROM audit_log
    WHERE action LIKE ${prefix} || '%' ORDER BY seq DESC LIMIT 2`.all()
  return results.toReversed()
}

it('an announcement is shown from its start until a newer one begins, or for thirty days', async () => {
  const startsAt = seconds(Date.now() + 5 * MINUTE_MS)
  const first = await add()
  expect(first.state).toBe('shown')
  await add({ startsAt, texts: { ...texts, en: 'Later.' } })
  expect(await current()).toEqual([{ startsAt: first.startsAt, texts }])
  expect(await states()).toEqual(['coming', 'shown'])
  await app.setClock(6 * MINUTE_MS)
  expect(await current()).toEqual([{ startsAt, texts: { ...texts, en: 'Later.' } }])
  expect(await states()).toEqual(['shown', 'over'])
  await app.setClock(6 * MINUTE_MS + ANNOUNCEMENT_MS)
  expect(await current()).toEqual([])
})

it('an announcement is named by the home page alone, by its start, and gives way to the one before when it is withdrawn', async () => {
  const timing = async (path: string) => (await app.fetch(path)).headers.get('Server-Timing') ?? ''
  const named = ({ startsAt }: { startsAt: number }) =>
    `news;desc="${new Date(startsAt * 1000).toISOString()}"`
  const earlier = await add()
  await app.setClock(MINUTE_MS)
  const newer = await add()
  await expect.poll(() => timing('/')).toContain(named(newer))
  expect(await timing('/login')).not.toContain('news')
  expect((await withdraw(newer.announcementId)).status).toBe(202)
  expect(await current()).toMatchObject([{ startsAt: earlier.startsAt }])
  expect(await states()).toEqual(['withdrawn', 'shown'])
  await app.setClock(2 * MINUTE_MS)
  await expect.poll(() => timing('/')).toContain(named(earlier))
  expect(await audits('announcement')).toEqual([
    { actor: operator.userId, action: 'announcement.add', subject: newer.announcementId },
    { actor: operator.userId, action: 'announcement.withdraw', subject: newer.announcementId },
  ])
  expect((await withdraw(newer.announcementId)).status).toBe(404)
})

it.each([
  ['texts', { texts: { ja: '片方', en: ' \n' } }],
  ['texts', { texts: { ja: '片方', en: 'x'.repeat(ANNOUNCEMENT_LENGTH + 1) } }],
  ['texts', { texts: { ja: '片方', en: 'a\u0007bell' } }],
  ['startsAt', { startsAt: seconds(Date.now() - HOUR_MS) }],
  ['startsAt', { startsAt: seconds(Date.now()) + 400 * DAY_S }],
])('an announcement is refused for its %s: %j', async (field, input) => {
  expect(outcome(await desk('POST /announcement', { texts, ...input }))).toEqual(invalid(field))
  expect(await states()).toEqual([])
})

it('an announcement never begins at the moment of another', async () => {
  const { startsAt } = await add({ startsAt: seconds(Date.now() + HOUR_MS) })
  expect(outcome(await desk('POST /announcement', { texts, startsAt }))).toEqual(
    invalid('startsAt'),
  )
})

it('an announcement leaves its start to a correction when it is withdrawn before', async () => {
  const startsAt = seconds(Date.now() + HOUR_MS)
  await withdraw((await add({ startsAt })).announcementId)
  expect((await add({ startsAt })).state).toBe('coming')
})

const window = (start: number, end: number) => ({ start: seconds(start), end: seconds(end) })

it('a maintenance window is set, shown and cancelled at the desk, also while it lasts', async () => {
  const planned = window(Date.now() - HOUR_MS, Date.now() + HOUR_MS)
  const set = { service: 'question', window: planned }
  expect((await desk('PUT /maintenance', set)).status).toBe(202)
  expect((await desk('GET /maintenance')).body).toEqual([{ service: 'question', ...planned }])
  // Windows are read again after 30 seconds.
  await app.setClock(MINUTE_MS)
  expect((await desk('POST /announcement', { texts })).status).toBe(503)
  const clear = { service: 'question', window: null, replaces: planned }
  expect((await desk('PUT /maintenance', clear)).status).toBe(202)
  expect((await desk('GET /maintenance')).body).toEqual([])
  await app.setClock(2 * MINUTE_MS)
  expect((await desk('POST /announcement', { texts })).status).toBe(200)
  expect(await audits('maintenance')).toEqual([
    { actor: operator.userId, action: 'maintenance.set', subject: 'question' },
    { actor: operator.userId, action: 'maintenance.clear', subject: 'question' },
  ])
})

it('a maintenance window that is over is refused', async () => {
  const over = window(Date.now() - 2 * HOUR_MS, Date.now() - HOUR_MS)
  const refused = await desk('PUT /maintenance', { service: 'auth', window: over })
  expect(outcome(refused)).toEqual(invalid('window'))
})

it('a maintenance window takes the place of another only for somebody who has seen that one', async () => {
  const planned = window(Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS)
  const later = window(Date.now() + HOUR_MS, Date.now() + 3 * HOUR_MS)
  const set = (input: object) => desk('PUT /maintenance', { service: 'auth', ...input })
  expect((await set({ window: planned })).status).toBe(202)
  for (const input of [{ window: later }, { window: null }, { window: later, replaces: later }])
    expect(outcome(await set(input))).toEqual(invalid('replaces'))
  expect((await desk('GET /maintenance')).body).toEqual([{ service: 'auth', ...planned }])
  expect((await set({ window: later, replaces: planned })).status).toBe(202)
  expect((await desk('GET /maintenance')).body).toEqual([{ service: 'auth', ...later }])
})

const run = (...words: string[]) =>
  command(app, 'maintenance', ...words, '--site', app.origin, '--as', operator.username)

it('npm run operator -- maintenance sets, lists and clears a window, also while it lasts, and leaves a trace', async () => {
  expect(await run('list')).toBe('No maintenance window is set.')
  const at = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 16) + 'Z'
  const minute = (text: string) =>
    new Date(Date.parse(text) + TOKYO_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
  const [begun, end, later] = [at(-HOUR_MS), at(HOUR_MS), at(2 * HOUR_MS)]
  const first = `${minute(begun)} to ${minute(end)}`
  expect(await run('auth', begun, end)).toBe(`auth: maintenance from ${first} in Tokyo.`)
  await app.setClock(MINUTE_MS)
  expect(await run('list')).toBe(`auth       ${first} in Tokyo`)
  expect(await run('auth', begun, later)).toBe(
    `auth: maintenance from ${minute(begun)} to ${minute(later)} in Tokyo, instead of ${first}.`,
  )
  expect(await run('auth', 'clear')).toBe('auth: no maintenance window.')
  expect(await audits('maintenance')).toEqual([
    { actor: 'command line', action: 'maintenance.set', subject: 'auth' },
    { actor: 'command line', action: 'maintenance.clear', subject: 'auth' },
  ])
  await expect(run('auth', at(-3 * HOUR_MS), at(-2 * HOUR_MS))).rejects.toThrow('over')
  await expect(run('auth', at(-48 * HOUR_MS), end)).rejects.toThrow('a day ago')
  await expect(run('mail', 'clear')).rejects.toThrow("'mail clear' is none")
})
