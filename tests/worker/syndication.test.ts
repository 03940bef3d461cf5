import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { postOf } from '../../src/worker/syndication/syndicated-post.ts'
import { startApp, type App } from '../../harness/app.ts'
import {
  BLUESKY,
  MASTODON_TOKEN,
  startSyndicationServer,
  type SyndicationServer,
} from '../../harness/syndication-server.ts'

const STATUSES = '/api/v1/statuses'
const RECORD = '/xrpc/com.atproto.repo.putRecord'
const posts = [RECORD, STATUSES, '/hook']

const tomorrow = addDays(tokyoDay(Date.now()), 1)
/** Just after the midnight that begins the day. */
const offsetOf = (day: string, minutes = 0.5) =>
  tokyoDayStart(day) + minutes * MINUTE_MS - Date.now()

let server: SyndicationServer
let app: App
beforeAll(async () => {
  server = await startSyndicationServer()
  app = await startApp({
    clockOffsetMs: offsetOf(tomorrow),
    vars: {
      PUBLIC_ORIGIN: 'https://ichimon.example',
      BLUESKY_HANDLE: BLUESKY.handle,
      BLUESKY_PASSWORD: BLUESKY.password,
      BLUESKY_URL: server.origin,
      MASTODON_URL: `${server.origin}/`,
      MASTODON_TOKEN,
      QUESTION_WEBHOOK_URL: `${server.origin}/hook`,
    },
  })
})
afterAll(async () => {
  await app?.stop()
  await server?.stop()
})
beforeEach(() => void (server.taken.length = 0))

const taken = (path: string) => server.taken.filter((one) => one.path === path)
const made = () => posts.map((path) => taken(path).length)
const textsOf = async (day: string) =>
  (
    await app.db
      .prepare(
        `SELECT text FROM question JOIN question_text ON question_text.question_id = question.id
         WHERE day = ? ORDER BY language DESC`,
      )
      .bind(day)
      .all<{ text: string }>()
  ).results.map(({ text }) => text)

it('keeps to the length of a post on Bluesky with questions as long as they can be', async () => {
  const text = { ja: '長'.repeat(80), en: 'w'.repeat(160) }
  const question = { questionId: 'q', day: tomorrow, text }
  const { text: made } = postOf('https://ichimon.example', tomorrow, question)
  expect([...made].length).toBe(241)
})

describe('just after midnight', () => {
  it('posts the day’s question once to each target, also when runs overlap', async () => {
    await Promise.all([app.triggerCron(), app.triggerCron()])
    await app.triggerCron()
    expect(made()).toEqual([1, 1, 1])
    const [hook] = taken('/hook')
    const { day, text, link, question } = hook!.body
    const [japanese, english] = await textsOf(tomorrow)
    expect(day).toBe(tomorrow)
    expect(question).toEqual({ ja: japanese, en: english })
    expect(link).toMatch(/^https:\/\/ichimon\.example\/theme_details\?themeID=/)
    expect(text).toBe(`${japanese}\n${english}\n\n${link}`)
    expect(taken(STATUSES)[0]).toMatchObject({
      headers: { 'idempotency-key': `ichimon-${tomorrow}` },
      body: { status: text, visibility: 'public' },
    })
    const { repo, collection, rkey, record } = taken(RECORD)[0]!.body
    expect({ repo, collection }).toEqual({ repo: BLUESKY.did, collection: 'app.bsky.feed.post' })
    expect(rkey).toMatch(/^[234567abcdefghij][234567a-z]{12}$/)
    expect(record).toMatchObject({
      text: `${japanese}\n${english}`,
      createdAt: `${tomorrow}T00:00:00.000+09:00`,
      embed: { external: { uri: link, title: japanese } },
    })
    const next = await textsOf(addDays(tomorrow, 1))
    expect(next).toHaveLength(2)
    for (const hidden of next) expect(JSON.stringify(server.taken)).not.toContain(hidden)
  })

  it('tries a target again that failed, with the same key, and the others not', async () => {
    const day = addDays(tomorrow, 1)
    server.refuse(STATUSES, 503)
    server.refuse(RECORD, 500)
    await app.setClock(offsetOf(day))
    await app.triggerCron()
    await app.triggerCron()
    expect(made()).toEqual([0, 0, 1])
    server.refuse(STATUSES, undefined)
    server.refuse(RECORD, undefined)
    await app.setClock(offsetOf(day, 2))
    await app.triggerCron()
    await app.triggerCron()
    expect(made()).toEqual([1, 1, 1])
    expect(taken(STATUSES)[0]!.headers['idempotency-key']).toBe(`ichimon-${day}`)
    const lines = app.logs.filter((line) => line.includes('"event":"syndication"'))
    expect(lines.some((line) => line.includes('"delayed"') && line.includes('status 503'))).toBe(
      true,
    )
    for (const secret of [BLUESKY.password, MASTODON_TOKEN])
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
  })
})

it('posts nothing from six in the morning on', async () => {
  await app.setClock(offsetOf(addDays(tomorrow, 2), 6 * 60))
  await app.triggerCron()
  expect(made()).toEqual([0, 0, 0])
})
