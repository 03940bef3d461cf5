import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { translator } from '../../src/i18n/server.ts'
import { newId } from '../../src/worker/db/id.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { createPerson, insertComments, type TestPerson } from '../../harness/people.ts'
import { addQuestions } from '../../harness/question-texts.ts'
import { addPosts } from '../../harness/steps/settings-steps.ts'

const app = await sharedApp()

const dayOf = (index: number) =>
  new Date(Date.parse('1990-01-01') + index * DAY_MS).toISOString().slice(0, 10)

interface Post {
  commentId: string
  text: string
  lastUpdated: number
}

function read(person: TestPerson, path: string) {
  return app.fetch(`/service/comment/v1${path}`, {
    headers: { Authorization: person.authorization },
  })
}

async function history(person: TestPerson, options: Record<string, string> = {}) {
  const posts: Post[] = []
  let calls = 0
  for (let before = ''; ; calls++) {
    const query = new URLSearchParams({
      userId: person.userId,
      limit: '100',
      ...options,
      ...(before && { before }),
    })
    const response = await read(person, `/comment?${query}`)
    expect(response.status).toBe(200)
    const { results } = (await response.json()) as { results: Post[] }
    posts.push(...results)
    before = response.headers.get('Next-Before') ?? ''
    if (!before) return { posts, calls: calls + 1 }
  }
}

async function exported(person: TestPerson, language = 'ja') {
  const response = await read(person, `/comment/export?language=${language}`)
  const json = await read(person, `/comment/export?language=${language}&format=json`)
  expect([response.status, json.status]).toEqual([200, 200])
  const { posts } = (await json.json()) as { posts: Post[] }
  return { response, html: await response.text(), posts }
}

describe('the file of one’s own posts', () => {
  test.each([0, 1, 100, 2_500])('has %i posts, the same as the history', async (count) => {
    const person = await createPerson(app)
    await addPosts(
      app,
      person,
      Array.from({ length: count }, (_, index) => ({
        day: dayOf(index),
        text: `post ${index} 朝`,
      })),
    )
    const { posts, html } = await exported(person)
    expect(posts).toHaveLength(count)
    expect(posts).toEqual((await history(person)).posts)
    expect(html.match(/<article>/g)?.length ?? 0).toBe(count)
    expect(html.match(/<section>/g)?.length).toBe(html.match(/<\/section>/g)?.length)
  })

  test('shows texts exactly as people wrote them, never as markup', async () => {
    const person = await createPerson(app)
    const texts = [
      '</script><script>alert(1)</script>',
      '<img src=x onerror=alert(1)> & "quotes" \'single\'',
      'line one\nline two',
      '<!-- <script> ',
      '\u2028 and \u2029, 絵文字👨‍👩‍👧',
    ]
    await addPosts(
      app,
      person,
      texts.map((text, index) => ({
        day: dayOf(20_000 + index),
        text,
        question: 'Q & <A>?',
        questionJa: '質問<b>&',
      })),
    )
    const { html, posts } = await exported(person, 'en')
    expect(posts.map(({ text }) => text)).toEqual(texts.toReversed())
    expect(html).not.toMatch(/<(?:script|img)/)
    expect(html).toContain('Q &amp; &lt;A&gt;?')
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('the file refers to nothing outside, in either language, and is not cached', async () => {
    const person = await createPerson(app)
    const [day, { userId }] = [dayOf(30_000), person]
    await addPosts(app, person, [{ day, text: 'one' }])
    await insertComments(app, [{ questionId: `question-${day}`, userId, slot: 2, text: 'two' }])
    await app.sql`UPDATE comment SET hidden_at = 1 WHERE text = 'two' AND user_id = ${userId}`.run()
    const [ja, en] = [await exported(person, 'ja'), await exported(person, 'en')]
    expect(ja.html).toContain('<html lang="ja">')
    expect(ja.html).toMatch(/<h2>\d+年\d+月<\/h2>/)
    expect(en.html).toMatch(/<h2>[A-Z][a-z]+ \d{4}<\/h2>/)
    for (const [{ html, response }, t] of [
      [ja, translator('ja')],
      [en, translator('en')],
    ] as const) {
      expect(html.split(t('history.hidden'))).toHaveLength(2)
      expect(html).not.toMatch(/\b(?:src|href)=/)
      expect(html.match(/class="question"/g)).toHaveLength(1)
      expect(html).toContain('color-scheme: light dark')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Content-Disposition')).toMatch(
        /^attachment; filename="ichimon-\d{4}-\d\d-\d\d\.html"$/,
      )
    }
    expect((await app.fetch('/service/comment/v1/comment/export?language=ja')).status).toBe(401)
    expect((await read(person, '/comment/export?language=fr')).status).toBe(406)
  })

  test.each(['another person', 'the same person'])(
    'has every post although %s stores one of the day before after midnight',
    async (writer) => {
      const person = await createPerson(app)
      const other = writer === 'the same person' ? person : await createPerson(app)
      const texts = { ja: '質問', en: 'A question' }
      const [old, recent] = [`old ${writer}`, `new ${writer}`]
      const days = writer === 'the same person' ? [70_001, 70_002] : [70_003, 70_004]
      await addQuestions(app.db, [
        { id: old, day: dayOf(days[0]!), texts },
        { id: recent, day: dayOf(days[1]!), texts },
      ])
      const midnight = Date.parse(`${dayOf(days[1]!)}T00:00:00+09:00`)
      await insertComments(app, [
        { questionId: recent, userId: person.userId, text: 'early', createdAt: midnight + 50 },
        { questionId: old, userId: other.userId, text: 'late', createdAt: midnight - 10 },
      ])
      const expected = other === person ? ['early', 'late'] : ['early']
      expect((await exported(person)).posts.map(({ text }) => text)).toEqual(expected)
    },
  )
})

test('searching one’s own posts finds words in either language, however they are typed, and only in one’s own', async () => {
  const [person, other] = [await createPerson(app), await createPerson(app)]
  const texts = ['朝のコーヒー', 'Tea at ＮＯＯＮ', '夜のｺｰﾋｰと本', '100% 本']
  await addPosts(
    app,
    person,
    texts.map((text, index) => ({ day: dayOf(40_000 + index), text })),
  )
  await addPosts(app, other, [{ day: dayOf(40_000), text: '他人のコーヒー' }])
  const found = async (q: string) => (await history(person, { q })).posts.map(({ text }) => text)
  expect(await found('こーひー')).toEqual(['夜のｺｰﾋｰと本', '朝のコーヒー'])
  expect(await found('本　コーヒー')).toEqual(['夜のｺｰﾋｰと本'])
  expect(await found('noon')).toEqual(['Tea at ＮＯＯＮ'])
  // One word in the post, the other in its question.
  expect(await found('ABOUT コーヒー')).toEqual(['夜のｺｰﾋｰと本', '朝のコーヒー'])
  expect(await found('0%')).toEqual(['100% 本'])
  expect(await found('他人')).toEqual([])
  expect(await found(' ')).toHaveLength(4)
  expect((await read(person, `/comment?userId=${other.userId}&q=x`)).status).toBe(403)
  expect((await read(person, `/comment?userId=${person.userId}&q=${'x'.repeat(101)}`)).status).toBe(
    406,
  )
})

test('searching one’s own posts: a call looks through at most 1,000 posts and says where the next one begins', async () => {
  const person = await createPerson(app)
  const posts = Array.from({ length: 2500 }, (_, index) => ({
    day: dayOf(index),
    text: index % 1000 === 7 ? 'needle' : `hay ${newId()}`,
  }))
  await addPosts(app, person, posts)
  const { posts: found, calls } = await history(person, { q: 'needle' })
  expect(found).toHaveLength(3)
  expect(calls).toBe(3)
  const nothing = await history(person, { q: 'nothing like it' })
  expect([nothing.posts.length, nothing.calls]).toEqual([0, 3])
})

test('searching one’s own posts: many matches come in pages without a gap or a repeat', async () => {
  const person = await createPerson(app)
  await addPosts(
    app,
    person,
    Array.from({ length: 25 }, (_, index) => ({
      day: dayOf(50_000 + index),
      text: `${index % 2 ? 'odd' : 'even'} ${index}`,
    })),
  )
  const { posts, calls } = await history(person, { q: 'odd', limit: '5' })
  expect(posts.map(({ text }) => Number(text.split(' ')[1]))).toEqual([
    23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1,
  ])
  expect(calls).toBe(3)
})
