import { describe, expect, test } from 'vitest'
import { questionPack, questionsOf, seasonOf } from '../../harness/local/question-pack.ts'
import { languages as everyLanguage } from '../../src/domain/language.ts'
import { seasonProblem } from '../../src/domain/question-season.ts'
import { isFurther } from '../../src/domain/texts-by-language.ts'

const pack = questionPack()
const categories = [...pack.files.values()]
const topics = categories.flatMap((category) => category.topics)
const questions = questionsOf(pack)
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

  test('has its files named after their categories, and ids in kebab-case, each once of its kind', () => {
    for (const [file, { category }] of pack.files) expect(file).toBe(`${category.id}.json`)
    for (const things of [categories.map(({ category }) => category), topics, questions]) {
      const ids = things.map(({ id }) => id)
      expect(repeated(ids)).toEqual([])
      for (const id of ids) expect(id).toMatch(/^(?=.{1,32}$)[a-z0-9]+(?:-[a-z0-9]+)*$/)
    }
  })

  test('has a text in each language, which further languages may lack', () => {
    const names = [...categories.map(({ category }) => category), ...topics].map(({ name }) => name)
    for (const texts of [...names, ...questions])
      for (const language of everyLanguage) {
        if (isFurther(language) && texts[language] === undefined) continue
        expect(texts[language], JSON.stringify(texts)).toMatch(/^\S(.*\S)?$/)
      }
  })

  test('has every regular question in its order, once, and days that a year has for the others', () => {
    expect(pack.order.toSorted()).toEqual(regular.map(({ id }) => id).toSorted())
    expect(regular.filter(({ days }) => days !== undefined)).toEqual([])
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

test.each([
  ['12-20..12-31', undefined],
  ['2-5', 'form'],
  ['02-30', 'day'],
  ['12-31..01-02', 'order'],
])('days of the year: %s has the problem %s', (days, problem) => {
  expect(seasonProblem(days)).toBe(problem)
})
