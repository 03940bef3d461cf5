import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { questionPack, seasonOf, type PackCategory } from '../../harness/local/question-pack.ts'
import { commentProblem, normalizeComment } from '../../src/domain/comment.ts'
import { COMMENTS_PER_QUESTION } from '../../src/domain/comment-limit.ts'
import { usernameProblem } from '../../src/domain/username.ts'

const folder = 'questions'
const pack = questionPack()
const categories = [...pack.files.values()]
const topics = categories.flatMap((category) => category.topics)
const questions = topics.flatMap((topic) => topic.questions)
const regular = questions.filter((question) => !seasonOf(question))
const languages = ['ja', 'en'] as const
const length = (text: string) => [...text].length

const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{P}\s]/gu, '')

describe('the built-in pack', () => {
  test('has a question for every day of a leap year, and 40 more for days and seasons', () => {
    expect(regular.length).toBeGreaterThanOrEqual(366)
    expect(questions.length - regular.length).toBeGreaterThanOrEqual(40)
  })

  test('is given out in an order that has every question without a season once', () => {
    expect([...pack.order].sort()).toEqual(regular.map(({ id }) => id).sort())
  })

  test('says nothing twice, in either language', () => {
    expect(repeated(questions.map(({ en }) => plain(en)))).toEqual([])
    expect(repeated(questions.map(({ ja }) => plain(ja)))).toEqual([])
    expect(repeated(topics.map(({ name }) => name.en))).toEqual([])
    expect(repeated(topics.map(({ name }) => name.ja))).toEqual([])
  })

  test.each(languages)('asks nothing that is nearly another question, in %s', (language) => {
    const size = { ja: 2, en: 4 }[language]
    const grams = questions.map((question) => {
      const text = plain(question[language])
      return new Set(Array.from(text, (_, start) => text.slice(start, start + size)))
    })
    const alike = questions.flatMap((question, index) =>
      questions.slice(0, index).flatMap((other, otherPlace) => {
        const shared = grams[index]!.intersection(grams[otherPlace]!).size
        const all = grams[index]!.union(grams[otherPlace]!).size
        return shared / all > 0.45 ? [[question[language], other[language]]] : []
      }),
    )
    expect(alike).toEqual([])
  })

  const share = (language: 'ja' | 'en', pattern: RegExp) =>
    questions.filter((question) => pattern.test(question[language])).length / questions.length

  test('opens in many ways in English: with What or Which at most two in five', () => {
    expect(share('en', /^(?:What|Which)\b/)).toBeLessThan(0.4)
    const openings = new Map<string, number>()
    for (const { en } of questions) {
      const [opening = ''] = en.split(/[\s,:]/)
      openings.set(opening, (openings.get(opening) ?? 0) + 1)
    }
    for (const [opening, count] of openings) {
      expect(count / questions.length, opening).toBeLessThan(0.2)
    }
  })

  test('ends in many ways in Japanese', () => {
    expect(share('ja', /何(?:です|でした)か？$/)).toBeLessThan(0.1)
    expect(share('ja', /は？$/)).toBeLessThan(0.5)
  })

  test('has sentences to finish, choices and things to imagine, but hardly a survey', () => {
    expect(share('ja', /〇〇|つづきを/)).toBeGreaterThan(0.015)
    expect(share('ja', /どちら|どれが|それとも|ですか、/)).toBeGreaterThan(0.025)
    expect(share('ja', /派ですか|ほうですか/)).toBeLessThan(0.01)
    expect(share('ja', /たら|なら/)).toBeGreaterThan(0.12)
  })

  test('has its files named after their categories', () => {
    for (const [file, { category }] of pack.files) expect(file).toBe(`${category.id}.json`)
  })

  test('never gives two days running to one category', () => {
    const categoryOf = new Map(
      categories.flatMap(({ category, topics }) =>
        topics.flatMap((topic) => topic.questions.map(({ id }) => [id, category.id] as const)),
      ),
    )
    const row = pack.order.map((id) => categoryOf.get(id))
    expect(row.filter((category, index) => category === row[index - 1])).toEqual([])
  })

  test.each(questions)(
    'asks $id in English and in Japanese, within the lengths, calmly',
    ({ en, ja }) => {
      expect(length(en)).toBeGreaterThanOrEqual(15)
      expect(length(en)).toBeLessThanOrEqual(120)
      expect(length(ja)).toBeGreaterThanOrEqual(8)
      expect(length(ja)).toBeLessThanOrEqual(60)
      expect(en).toMatch(/^[\x20-\x7e\u2019\u201c\u201d\u2013\u2014\u2026\u00e9]+$/)
      expect(en).not.toMatch(/['"]|\.\./)
      expect(ja).toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u)
      expect(ja).not.toMatch(/[０-９Ａ-Ｚａ-ｚ?,]|？[^　」』）（]/)
      expect(en + ja).not.toMatch(/[!！]|\p{Extended_Pictographic}/u)
    },
  )
})

describe('the demonstration', () => {
  const {
    people,
    comments,
  }: { people: string[]; comments: Record<string, { by: string; text: string }[]> } = JSON.parse(
    readFileSync(`${folder}/demonstration.json`, 'utf8'),
  )

  test('comments on the first 31 questions of the order and on no other', () => {
    expect(Object.keys(comments).sort()).toEqual(pack.order.slice(0, 31).sort())
  })

  test('has people who could have signed up, each name once', () => {
    expect(people.filter((name) => usernameProblem(name) !== undefined)).toEqual([])
    expect(repeated(people.map((name) => name.toLowerCase()))).toEqual([])
  })

  test('has only comments that those people could have posted', () => {
    for (const [id, list] of Object.entries(comments)) {
      for (const { by, text } of list) {
        expect(people, id).toContain(by)
        expect(commentProblem(normalizeComment(text)), `${id}: ${text}`).toBeUndefined()
        expect(list.filter((other) => other.by === by).length, id).toBeLessThanOrEqual(
          COMMENTS_PER_QUESTION,
        )
      }
    }
  })

  test('speaks both languages on every day', () => {
    for (const [id, list] of Object.entries(comments)) {
      const japanese = list.filter(({ text }) =>
        /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text),
      )
      expect(japanese.length, id).toBeGreaterThan(0)
      expect(japanese.length, id).toBeLessThan(list.length)
    }
  })
})

describe('an inconsistent pack is refused, naming the file and the id', () => {
  let copy: string

  function changed(file: string, change: (content: never) => void) {
    copy = mkdtempSync(join(tmpdir(), 'ichimon-pack-'))
    cpSync(folder, copy, { recursive: true })
    const content = JSON.parse(readFileSync(join(copy, file), 'utf8'))
    change(content as never)
    writeFileSync(join(copy, file), JSON.stringify(content))
    return () => questionPack(copy)
  }

  afterEach(() => rmSync(copy, { recursive: true, force: true }))

  const first = (content: PackCategory) => content.topics[0]!.questions[0]!
  const cases: [string, string, (content: never) => void, RegExp][] = [
    [
      'a missing Japanese text',
      'pack/arts.json',
      (c: PackCategory) => Reflect.deleteProperty(first(c), 'ja'),
      /arts\.json.*music-first-notes.*'ja'/,
    ],
    [
      'an empty English text',
      'pack/arts.json',
      (c: PackCategory) => void (first(c).en = ' '),
      /arts\.json.*music-first-notes.*'en'/,
    ],
    [
      'an id that is there twice',
      'pack/arts.json',
      (c: PackCategory) => void (first(c).id = 'music-hummed'),
      /arts\.json.*'music-hummed' is there twice/,
    ],
    [
      'an id that is not kebab-case',
      'pack/arts.json',
      (c: PackCategory) => void (first(c).id = 'Music!'),
      /arts\.json.*'Music!'/,
    ],
    [
      'a topic without questions',
      'pack/arts.json',
      (c: PackCategory) => Reflect.deleteProperty(c.topics[0]!, 'questions'),
      /arts\.json.*'music' has no questions/,
    ],
    [
      'a topic that another file has',
      'pack/arts.json',
      (c: PackCategory) => void (c.topics[0]!.id = 'kitchen'),
      /'kitchen' is there twice/,
    ],
    [
      'a season that ends before it begins',
      'pack/arts.json',
      (c: PackCategory) => void (first(c).days = '12-28..01-03'),
      /arts\.json.*music-first-notes.*'days'/,
    ],
    [
      'a day that no year has',
      'pack/arts.json',
      (c: PackCategory) => void (first(c).days = '02-30'),
      /arts\.json.*music-first-notes.*'days'/,
    ],
    [
      'an order with a question of a season',
      'order.json',
      (c: string[]) => void c.push('calendar-leap-day'),
      /order\.json.*'calendar-leap-day'/,
    ],
    [
      'an order that lacks a question',
      'order.json',
      (c: string[]) => void c.splice(c.indexOf('music-hummed'), 1),
      /order\.json.*'music-hummed'.*arts\.json/,
    ],
    [
      'an order with a stranger',
      'order.json',
      (c: string[]) => void c.push('nobody-asked'),
      /order\.json.*'nobody-asked'/,
    ],
    [
      'an order with a question twice',
      'order.json',
      (c: string[]) => void c.push('music-hummed'),
      /order\.json.*'music-hummed' is there twice/,
    ],
  ].map((entry) => entry as [string, string, (content: never) => void, RegExp])

  test.each(cases)('%s', (_, file, change, message) => {
    expect(changed(file, change)).toThrow(message)
  })
})
