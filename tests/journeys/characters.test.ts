import * as fc from 'fast-check'
import { expect } from 'vitest'
import { commentProblem, normalizeComment } from '../../src/domain/comment.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPeople, type TestPerson } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { pageContains, shownTexts, todaysQuestion } from '../../harness/steps/reading-steps.ts'

const SAMPLES = 200
const SEED = 20_251_121

const app = await ownApp()
const test = journey(app)

const emoji = ['🙂', '👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇯🇵', '1️⃣', '❤️', '🧑🏿‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿']
const combining = [
  'か\u3099',
  'は\u309a',
  'e\u0301',
  'o\u0302\u0309',
  'a\u0323\u0307',
  'Z\u0351\u0300\u0322',
  '\u1112\u1161\u11ab',
  '\u0915\u093c',
  '\u212b',
  '\u0301',
]
const halfWidth = ['ｱ', 'ｶﾞ', 'ﾊﾟ', 'ｰ', '｡', 'ﾝ']
const rightToLeft = ['שלום', 'שָׁ', 'العربية', 'لا', '\u202b', '\u202e', '\u2067', '\u2069', '\u200f']
const zeroWidth = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f']
const others = ['一問', '𠮷', '葛\u{e0100}', 'ﬁ', 'ß', '①', '\u3000', ' ', '\n', '、', 'word', 'é']

const sampled = fc
  .array(
    fc.oneof(
      ...[emoji, combining, halfWidth, rightToLeft, zeroWidth, others].map((kind) =>
        fc.constantFrom(...kind),
      ),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((parts) => parts.join(''))

async function post(person: TestPerson, questionId: string, text: string) {
  const response = await app.fetch('/service/comment/v1/comment', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: person.authorization },
    body: JSON.stringify({ questionId, text }),
  })
  if (response.status !== 200) return undefined
  return ((await response.json()) as { results: [{ commentId: string; text: string }] }).results[0]
}

test(`counter, server and stored text agree on ${SAMPLES} texts of seed ${SEED}`, async ({
  signedIn,
}) => {
  console.log(`seed ${SEED}`)
  const strings = fc.sample(sampled, { numRuns: SAMPLES, seed: SEED })
  const { questionId } = await todaysQuestion(app)
  const { page } = await signedIn()
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor()
  await page.getByRole('textbox', { name: texts.ja('composer.label') }).click()
  // Inserts each text as an input method or a paste does, and reads the counter.
  const typed = await page.evaluate((all) => {
    const field = document.querySelector('textarea')!
    return all.map((text) => {
      field.select()
      document.execCommand('insertText', false, text)
      return { value: field.value, count: document.querySelector('#post-count')!.textContent }
    })
  }, strings)
  expect(typed.filter(({ value }, index) => value !== strings[index]).length).toBeGreaterThan(0)
  expect(typed.filter(({ value }, index) => value === strings[index]).length).toBeGreaterThan(
    SAMPLES * 0.6,
  )

  await page.goto('about:blank')
  const people = await createPeople(app, Math.ceil(SAMPLES / 3))
  const stored: string[] = []
  const counted = new Map<string, string | null>()
  for (const [index, { value, count }] of typed.entries()) {
    const said = JSON.stringify(value)
    const comment = await post(people[Math.floor(index / 3)]!, questionId, value)
    if (!comment) {
      expect(commentProblem(normalizeComment(value)), said).toBe('empty')
      continue
    }
    expect(comment.text, said).toBe(value.normalize('NFC').trim())
    counted.set(comment.commentId, count)
    stored.push(comment.text)
  }
  expect(stored.length).toBeGreaterThan(SAMPLES * 0.95)
  const { results: rows } = await app.db
    .prepare(
      'SELECT id, text, length(text) AS points FROM comment WHERE question_id = ? ORDER BY created_at, id',
    )
    .bind(questionId)
    .all<{ id: string; text: string; points: number }>()
  expect(rows.map(({ text }) => text).toSorted()).toEqual(stored.toSorted())
  for (const { id, text, points } of rows) expect(counted.get(id), text).toBe(`${points}/140`)
  await pageContains(app, [...counted.keys()].at(-1)!)
  await page.goto('/')
  expect(await shownTexts(page)).toEqual(stored.slice(-50))
})
