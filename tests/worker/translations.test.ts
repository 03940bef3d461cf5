import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_S } from '../../src/domain/durations.ts'
import { COMMENT_LENGTH } from '../../src/domain/comment.ts'
import { errors, type ErrorName } from '../../src/domain/errors.ts'
import type { Language } from '../../src/domain/language.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPeople, createPerson, insertComments } from '../../harness/people.ts'
import { call, resultsOf } from '../../harness/steps/service-calls.ts'
import {
  markedTranslation,
  startTranslationServer,
  type Behaviour,
} from '../../harness/translation-server.ts'

const PATH = '/service/quest/v1/question/translation'

const server = await startTranslationServer()
const app = await ownApp({ serving: { hasWorkersAi: true } })
const questionId = await app.todaysQuestionId()
afterAll(() => server.stop())
beforeEach(async () => {
  server.behave('translate')
  server.requests.length = 0
  await app.sql`DELETE FROM translated_day`.run()
})

const settings = {
  libretranslate: () => ({
    TRANSLATOR: 'libretranslate',
    TRANSLATOR_URL: `${server.origin}/`,
    TRANSLATOR_KEY: server.key,
  }),
  'workers-ai': () => ({ TRANSLATOR: 'workers-ai', TRANSLATOR_URL: '', TRANSLATOR_KEY: '' }),
}

async function posts(texts: string[]): Promise<string[]> {
  const people = await createPeople(app, texts.length)
  const rows = texts.map((text, index) => ({ questionId, userId: people[index]!.userId, text }))
  return insertComments(app, rows)
}
const post = async (text: string) => (await posts([text]))[0]!

const translate = (commentId: string, language: Language = 'en') =>
  call(app, 'question', 'POST /question/translation', { body: { commentId, language } })

async function translation(commentId: string, language: Language = 'en') {
  const { status, body } = await translate(commentId, language)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results[0]
}

async function refusal(commentId: string, language: Language = 'en'): Promise<unknown> {
  const { status, body } = await translate(commentId, language)
  return { ...body, httpCode: status }
}
const refused = (name: ErrorName) => expect.objectContaining(errors[name])

function storedFor(ids: string[]) {
  const query = { commentIds: ids.join(), language: 'en' }
  return resultsOf(app, 'question', 'GET /question/translation', undefined, query)
}
const rows = async (commentId: string) =>
  (await app.sql`SELECT text FROM comment_translation WHERE comment_id = ${commentId}`.all())
    .results
const sentToday = () => app.sql`SELECT characters FROM translated_day`.first<number>('characters')

describe.each(Object.keys(settings) as (keyof typeof settings)[])('%s', (name) => {
  beforeAll(() => app.setVars(settings[name]()))

  it('translates a post once and stores what it got', async () => {
    const id = await post('毎朝、窓を開けます。')
    const made = { text: markedTranslation('毎朝、窓を開けます。', 'en'), translator: name }
    expect(await translation(id)).toEqual({ commentId: id, language: 'en', ...made })
    const asked = server.requests.length
    expect(await translation(id)).toMatchObject(made)
    expect(server.requests).toHaveLength(asked)
    expect(await storedFor([id, 'unknown'])).toMatchObject([made])
    expect(await sentToday()).toBe(10)
  })

  it('translates into Japanese, line by line as it is written', async () => {
    const id = await post('I open the window.\nThen I make tea.')
    expect((await translation(id, 'ja')).text).toBe('[ja] I open the window.\nThen I make tea.')
  })
})

it('sends the text and nothing about anybody', async () => {
  await app.setVars(settings.libretranslate())
  await translation(await post('散歩をします。'))
  expect(server.requests).toMatchObject([
    { path: '/translate', from: 'ja', to: 'en', text: '散歩をします。' },
  ])
  const names = Object.keys(server.requests[0]!.headers)
  expect(
    names.filter((one) => /cookie|origin|referer|forwarded|connecting|agent|request/.test(one)),
  ).toEqual([])
})

it('50 readers of one post cost one translation', async () => {
  const id = await post('夕焼けがきれいでした。')
  server.behave('hold')
  const asking = Array.from({ length: 50 }, () => translation(id))
  await expect.poll(() => server.requests.length).toBe(1)
  server.behave('translate')
  const texts = new Set((await Promise.all(asking)).map(({ text }) => text))
  expect(texts.size).toBe(1)
  expect(server.requests).toHaveLength(1)
})

describe('a translator that fails', () => {
  beforeAll(() => app.setVars(settings.libretranslate()))

  const failures: [Behaviour, 'counts' | 'is given back'][] = [
    ['busy', 'is given back'],
    ['broken', 'is given back'],
    ['a page', 'counts'],
    ['no JSON', 'counts'],
    ['another shape', 'counts'],
    ['no text', 'counts'],
    ['too much text', 'counts'],
    ['a cut connection', 'counts'],
  ]
  it.each(failures)('%s: 503, nothing is stored, and what was sent %s', async (behaviour, sent) => {
    const id = await post('雨の音が好きです。')
    server.behave(behaviour)
    expect(await refusal(id)).toEqual(refused('translatorNotAvailable'))
    expect(await rows(id)).toEqual([])
    expect(await sentToday()).toBe(sent === 'counts' ? 9 : 0)
    server.behave('translate')
    expect((await translation(id)).text).toBe('[en] 雨の音が好きです。')
  })

  it('does not answer: 503 in the end, and the log names the problem without the text', async () => {
    const id = await post('返事を待っています。')
    server.behave('hold')
    expect(await refusal(id)).toEqual(refused('translatorNotAvailable'))
    const lines = app.logs.filter((line) => line.includes('"event":"translator"'))
    expect(lines.at(-1)).toContain('"problem":"no response"')
    expect(app.logs.join('\n')).not.toContain('返事')
  })

  it.each(['no capacity today', 'queued for later'])('Workers AI: %s', async (text) => {
    await app.setVars(settings['workers-ai']())
    expect(await refusal(await post(text), 'ja')).toEqual(refused('translatorNotAvailable'))
  })
})

it('concurrent calls never send more than the characters of a day', async () => {
  await app.setVars({ ...settings.libretranslate(), TRANSLATOR_CHARACTERS_PER_DAY: '100' })
  const ids = await posts(
    Array.from({ length: 30 }, (_, index) => `${'あ'.repeat(18)}${10 + index}`),
  )
  const responses = await Promise.all(ids.map((id) => translate(id)))
  const made = responses.filter(({ status }) => status === 200)
  expect([made.length, await sentToday(), server.requests.length]).toEqual([5, 100, 5])
  const over = responses.find(({ status }) => status !== 200)!
  expect(over.body).toEqual(refused('tooManyAttempts'))
  expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(Number(over.headers.get('Retry-After'))).toBeLessThanOrEqual(DAY_S)
})

it('a text longer than the day allows is not sent', async () => {
  await app.setVars({ ...settings.libretranslate(), TRANSLATOR_CHARACTERS_PER_DAY: '100' })
  const id = await post('長'.repeat(COMMENT_LENGTH))
  expect(await refusal(id)).toEqual(refused('tooManyAttempts'))
  expect(server.requests).toEqual([])
})

it('limits the translations made for a sender in an hour, not those that are stored', async () => {
  const limits = { LIMITS: 'translationsPerHour=3', TRANSLATOR_CHARACTERS_PER_DAY: '' }
  await app.setVars({ ...settings.libretranslate(), ...limits })
  await app.sql`DELETE FROM attempt_counter`.run()
  const ids = await posts(['一', '二', '三', '四'].map((text) => `${text}です。`))
  for (const id of ids.slice(0, 3)) await translation(id)
  expect(await refusal(ids[3]!)).toEqual(refused('tooManyAttempts'))
  await translation(ids[0]!)
  expect(await storedFor(ids)).toHaveLength(3)
  await app.setVars({ LIMITS: 'raised' })
})

describe('a translation is refused for', () => {
  beforeAll(() => app.setVars({ ...settings.libretranslate(), TRANSLATOR_CHARACTERS_PER_DAY: '' }))

  it('an unknown, hidden or deleted post', async () => {
    const [hidden, deleted] = await posts(['隠れた投稿です。', '削除した投稿です。'])
    await app.sql`UPDATE comment SET hidden_at = 1 WHERE id = ${hidden}`.run()
    await app.sql`UPDATE comment SET deleted_at = 1 WHERE id = ${deleted}`.run()
    for (const id of [hidden!, deleted!, 'unknown'])
      expect(await refusal(id)).toEqual(refused('dataNotFound'))
    expect(server.requests).toEqual([])
  })

  it('a post in the target language, or without one', async () => {
    const [english, none] = await posts(['I like rain.', '12:30 !!!'])
    for (const id of [english!, none!])
      expect(await refusal(id)).toEqual({
        ...errors.dataNotAvailable,
        statusCode: -1023,
        field: 'language',
        requestId: expect.any(String),
      })
  })

  it('posts without a stored translation, where the operator has no translator', async () => {
    const [stored, other] = await posts(['保存された投稿です。', 'ほかの投稿です。'])
    await translation(stored!)
    await app.setVars({ TRANSLATOR: 'off' })
    expect((await translation(stored!)).text).toBe('[en] 保存された投稿です。')
    expect(await refusal(other!)).toEqual(refused('configurationNotFound'))
    await app.setVars(settings.libretranslate())
  })

  it('more than 50 posts at once, and malformed ids', async () => {
    const of = (ids: string) => app.fetch(`${PATH}?commentIds=${ids}&language=en`)
    expect((await of(Array.from({ length: 50 }, () => 'a').join(','))).status).toBe(200)
    expect((await of(Array.from({ length: 51 }, () => 'a').join(','))).status).toBe(406)
    expect((await of("a,'b")).status).toBe(406)
  })
})

it.each(['hidden_at', 'deleted_at'])('a translation goes with its post: %s', async (column) => {
  const id = await post('消える投稿です。')
  await translation(id)
  await app.db.exec(`UPDATE comment SET ${column} = 1 WHERE id = '${id}'`)
  expect(await rows(id)).toEqual([])
  expect(await storedFor([id])).toEqual([])
})

it('a translation goes with its author’s account', async () => {
  const { userId } = await createPerson(app)
  const [id] = await insertComments(app, [{ questionId, userId, text: 'さようなら。' }])
  await translation(id!)
  await app.sql`DELETE FROM user WHERE id = ${userId}`.run()
  expect(await rows(id!)).toEqual([])
})

it('a translation goes before it is stored when its post is hidden while it is made', async () => {
  const id = await post('途中で隠れる投稿です。')
  server.behave('hold')
  const asking = refusal(id)
  await expect.poll(() => server.requests.length).toBe(1)
  await app.sql`UPDATE comment SET hidden_at = 1 WHERE id = ${id}`.run()
  server.behave('translate')
  expect(await asking).toEqual(refused('dataNotFound'))
  expect(await rows(id)).toEqual([])
})

it('crawlers are kept away from it, and no page and no read causes a translation', async () => {
  await app.setVars(settings.libretranslate())
  const id = await post('ページに載る投稿です。')
  const pages = ['/', '/ja', '/en', `/en/theme_details?themeID=${questionId}`, '/feed/en.xml']
  for (const path of [
    ...pages,
    `${PATH}?commentIds=${id}&language=en`,
    `${PATH}?commentId=${id}`,
  ]) {
    const text = await (await app.fetch(path, { headers: { Accept: 'text/html' } })).text()
    expect(text).not.toContain(markedTranslation('ページに載る投稿です。', 'en'))
  }
  await expect.poll(async () => (await app.fetch('/en')).text()).toContain('ページに載る投稿です。')
  // A background translation would have been requested earlier.
  await translation(await post('最後に訳す投稿です。'))
  expect(server.requests.map(({ text }) => text)).toEqual(['最後に訳す投稿です。'])
  const response = await app.fetch(`${PATH}?commentIds=a&language=en`)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})
