import { XMLParser } from 'fast-xml-parser'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'
import { setQuestionTexts } from '../../harness/question-texts.ts'
import { languages } from '../../src/domain/language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { ownApp } from '../../harness/own-app.ts'
import { dayOf, deskCall, insertPool, schedule } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'

interface Entry {
  id: string
  title: string
  published: string
  updated: string
  link: { rel: string; href: string; hreflang: string }
  category: { term: string }[]
  content: { type: string; '#text': string }
}

interface Feed {
  xmlns: string
  'xml:lang': string
  id: string
  title: string
  updated: string
  author: { name: string }
  link: { rel: string; href: string; type: string; hreflang: string }[]
  entry: Entry[]
}

/** The last hour of a Tokyo day, so that moving the clock starts the next. */
const evening = tokyoDayStart(addDays(tokyoDay(Date.now()), 2)) - HOUR_MS
const eveningOffset = evening - Date.now()

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
const TAG_URI = /^tag:[\w.:-]+,2026:[\w:-]+$/

const app = await ownApp({ demonstration: true, clockOffsetMs: eveningOffset })
const questionId = await app.todaysQuestionId()

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name, path) =>
    name === 'entry' || /^(?:feed\.link|feed\.entry\.category)$/.test(String(path)),
})

async function feed(language: string): Promise<Feed> {
  const text = await (await app.fetch(`/feed/${language}.xml`)).text()
  // fast-xml-parser accepts characters that XML forbids.
  XmlDocument.fromString(text).dispose()
  return (parser.parse(text) as { feed: Feed }).feed
}

describe.each(languages)('the feed in %s', (language) => {
  test('is Atom 1.0 with everything that it asks for', async () => {
    const response = await app.fetch(`/feed/${language}.xml`)
    expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
    expect(response.headers.get('Content-Language')).toBe(language)
    const found = await feed(language)
    expect(found.xmlns).toBe('http://www.w3.org/2005/Atom')
    expect(found['xml:lang']).toBe(language)
    expect(found.id).toMatch(TAG_URI)
    expect(found.title).toBeTruthy()
    expect(found.author.name).toBeTruthy()
    expect(found.updated).toBe(found.entry[0]!.updated)
    const [self] = found.link.filter(({ rel }) => rel === 'self')
    expect(self!.href).toBe(`${app.origin}/feed/${language}.xml`)
    for (const entry of found.entry) {
      expect(entry.id).toMatch(TAG_URI)
      expect(entry.title.trim()).toBeTruthy()
      for (const time of [entry.published, entry.updated]) expect(time).toMatch(RFC_3339)
      expect(entry.category).toHaveLength(2)
      expect(entry.content.type).toBe('html')
      expect(entry.content['#text']).toContain(entry.link.href)
      expect(entry.content['#text']).toContain(`<a href="${app.origin}/${language}">`)
    }
  })

  test('holds the public questions, today’s first, each once', async () => {
    const { entry } = await feed(language)
    expect(entry.length).toBeGreaterThan(3)
    expect(entry.length).toBeLessThanOrEqual(30)
    expect(entry[0]!.id).toContain(questionId)
    expect(new Set(entry.map(({ id }) => id)).size).toBe(entry.length)
    const times = entry.map(({ published }) => Date.parse(published))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(Math.max(...times)).toBeLessThanOrEqual(evening)
  })

  test('leads to pages in its language', async () => {
    const { entry } = await feed(language)
    const address = entry[0]!.link.href
    const page = await fetch(address)
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Language')).toBe(language)
    expect(await page.text()).toContain(`<html lang="${language}"`)
  })
})

test('a text with signs of markup stays a text', async () => {
  const text = `Is 1 < 2 & "so" on, <b>isn't</b> it?`
  await setQuestionTexts(app.db, { en: text }, questionId)
  await expect.poll(async () => (await feed('en')).entry[0]!.title).toBe(text)
  const { entry } = await feed('en')
  expect(entry[0]!.content['#text']).not.toContain('<b>')
})

test('a character that XML forbids, stored by an earlier release, leaves the feed readable', async () => {
  await setQuestionTexts(app.db, { ja: '非文字\uFFFFを\u0001含む問い？' }, questionId)
  await expect.poll(async () => (await feed('ja')).entry[0]!.title).toBe('非文字を含む問い？')
})

test('an edit and a replacement are told, and a day has one entry', async () => {
  const editor = await personWithRole(app, 'editor')
  const desk = async (line: string, input: object) => {
    const { status, body } = await deskCall(app, line, editor, input)
    expect([status, body]).toEqual([200, expect.anything()])
    return body[0]
  }
  const day = tokyoDay(evening)
  const { question } = await dayOf(app, editor, day)
  const { poolId } = question!
  const known = await desk('GET /question/detail', { poolId })
  const edit = (version: number) =>
    desk('PUT /question', {
      poolId,
      version,
      topicId: known.topicId,
      texts: { ja: '直した問い？', en: 'A corrected question?' },
      answered: 1000,
    })
  const before = (await feed('ja')).entry
  await edit(known.version)
  await expect.poll(async () => (await feed('ja')).entry[0]!.title).toBe('直した問い？')
  const edited = await feed('ja')
  expect(edited.entry[0]).toMatchObject({ id: before[0]!.id, published: before[0]!.published })
  expect(Date.parse(edited.entry[0]!.updated)).toBeGreaterThanOrEqual(evening)
  expect(edited.updated).toBe(edited.entry[0]!.updated)
  expect(edited.entry.slice(1)).toEqual(before.slice(1))

  await insertPool(app, { poolId: 'other', texts: { ja: '別の問い？', en: 'Another question?' } })
  for (const [given, title] of [
    ['other', '別の問い？'],
    [poolId, '直した問い？'],
  ] as const) {
    const seenId = (await dayOf(app, editor, day)).question!.questionId
    await desk('PUT /calendar/day', { day, poolId: given, seenId, answered: 1000 })
    await expect.poll(async () => (await feed('ja')).entry[0]!.title).toBe(title)
    const { entry, updated } = await feed('ja')
    expect(updated).toBe(entry[0]!.updated)
    expect(Date.parse(updated)).toBeGreaterThanOrEqual(evening)
    expect(new Set(entry.map(({ published }) => published)).size).toBe(entry.length)
  }
})

test('the next day’s question is in the feed from midnight in Tokyo', async () => {
  const before = (await feed('ja')).entry[0]!
  const editor = await personWithRole(app, 'editor')
  await schedule(app, editor, addDays(tokyoDay(evening), 1), 'other')
  await app.setClock(eveningOffset + HOUR_MS + 1_000)
  const after = (await feed('ja')).entry
  expect(after[1]!.id).toBe(before.id)
  const { published, updated } = after[0]!
  expect([published, updated].map(Date.parse)).toEqual([evening + HOUR_MS, evening + HOUR_MS])
})

test('there is no feed in another language', async () => {
  expect((await app.fetch('/feed/fr.xml')).status).toBe(404)
})
