import { expect, test } from 'vitest'
import type { QuestionFigures } from '../../src/contract/question-desk-schemas.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { ensureDays } from '../../src/worker/db/question.ts'
import { countQuestions } from '../../src/worker/jobs/question-figures.ts'
import { operatorService } from '../../src/worker/services/operator/routes.ts'
import { lifetime } from '../../harness/lifetime.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPeople, insertComments } from '../../harness/people.ts'
import { recordedEnv } from '../../harness/recorded-database.ts'
import { deskCall } from '../../harness/steps/desk-calls.ts'
import { personWithRole, postOf, report } from '../../harness/steps/moderation-calls.ts'

const app = await ownApp()
const { env, record } = await recordedEnv(app)
const editor = await personWithRole(app, 'editor')
const people = await createPeople(app, 5)
await app.sql`DELETE FROM pack_question WHERE season_from IS NOT NULL`.run()
const today = tokyoDay(Date.now())
const ago = (days: number) => addDays(today, -days)
const idOf = (day: string) =>
  app.sql`SELECT id FROM question WHERE day = ${day}`.first<string>('id') as Promise<string>

async function count() {
  await app.sql`DELETE FROM setting WHERE name = 'figures'`.run()
  while (!(await app.sql`SELECT 1 FROM setting WHERE name = 'figures'`.first()))
    await countQuestions(env)
}

async function figures(by: string, limit = '100'): Promise<QuestionFigures[]> {
  const search = new URLSearchParams({ by, limit })
  const request = new Request(`http://service/question/figures?${search}`, {
    headers: { Authorization: editor.authorization },
  })
  const response = await operatorService.fetch(request, env, lifetime)
  return ((await response.json()) as { results: QuestionFigures[] }).results
}

const liveOn = (day: string) =>
  ensureDays({ ...env, CLOCK_OFFSET_MS: String(tokyoDayStart(day) - Date.now()) } as Env)

test('the figures of a day are those that a person counts, without deleted and hidden posts', async () => {
  await liveOn(ago(2))
  const questionId = await idOf(ago(2))
  await app.sql`UPDATE pack_question SET source = 'suggestion'
    WHERE id = (SELECT pack_question_id FROM question WHERE id = ${questionId})`.run()
  const [first, second, third] = people.map(({ userId }) => ({ questionId, userId }))
  const [, gone, hidden] = await insertComments(app, [
    { ...first!, text: '空と😀' },
    { ...second!, text: '消した' },
    { ...third!, text: '隠した' },
    { ...first!, slot: 2, text: 'Eleven here' },
    { ...second!, slot: 2, text: '雨でした' },
    { ...third!, slot: 2, text: '晴れでした' },
  ])
  await report(app, people[3]!, await postOf(app, questionId, people[4]!, '通報された投稿'))
  await app.sql`UPDATE comment SET deleted_at = 1 WHERE id = ${gone!}`.run()
  await count()
  await app.sql`UPDATE comment SET hidden_at = 1 WHERE id = ${hidden!}`.run()
  await count()
  // 3, 4, 5, 7 and 11 characters by four people, one of whom posted twice.
  const counted = { people: 4, answers: 5, again: 25, length: 5, english: 20, reports: 1 }
  expect((await figures('day')).find(({ day }) => day === ago(2))).toMatchObject({
    ...counted,
    questionId,
    isSuggested: true,
  })
  expect((await figures('people'))[0]).toMatchObject({ day: ago(1), people: 0, length: 0 })
})

test('the weakest tenth is proposed and left out of the choice, until it is rewritten', async () => {
  for (let days = 60; days > 0; days -= 2) await liveOn(ago(days))
  const weak = [12, 20, 28, 36, 44, 52, 60].map(ago)
  for (let days = 3; days <= 60; days++) {
    const questionId = await idOf(ago(days))
    const some = people.slice(0, weak.includes(ago(days)) ? 1 : 5)
    await insertComments(
      app,
      some.map(({ userId }) => ({ questionId, userId, text: '答え' })),
    )
  }
  await count()
  const flat = (await figures('relative')).filter(({ isFlat }) => isFlat)
  expect(flat.map(({ day }) => day).toSorted()).toEqual([44, 36, 28, 20, 12, 1].map(ago))
  expect(flat).toContainEqual(expect.objectContaining({ day: ago(20), people: 1, relative: 20 }))
  const { poolId } = flat.find(({ day }) => day === ago(20))!
  const asked = async (day: string) => {
    // By turns, it would be the next.
    await app.sql`UPDATE pack_question SET last_day = iif(id = ${poolId}, '2020-01-01', '2020-01-02')
      WHERE last_day < '9999'`.run()
    await liveOn(day)
    return app.sql`SELECT pack_question_id AS id FROM question WHERE day = ${day}`.first('id')
  }
  expect(await asked(addDays(today, 40))).not.toBe(poolId)
  const texts = { ja: '書き直した問い？', en: 'A rewritten question?' }
  const edit = { poolId, version: 1, texts, topicId: 'morning' }
  expect((await deskCall(app, 'PUT /question', editor, edit)).status).toBe(200)
  await count()
  expect((await figures('relative')).filter(({ isFlat }) => isFlat)).toHaveLength(5)
  expect(await asked(addDays(today, 50))).toBe(poolId)
})

test('the list and the choice read as many rows with 1,000 past days as with 60', async () => {
  const read = async (work: () => Promise<unknown>) => (await record.costOf(work)).rowsRead
  const costs = async (days: number) => [
    await read(() => figures('relative', '30')),
    await read(() => figures('reports', '30')),
    await read(() => liveOn(addDays(today, days))),
  ]
  await costs(60)
  const few = await costs(70)
  await app.sql`WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
    SELECT 'old-' || i, 'daily', 'morning', date(${today}, -i || ' days'),
      ${tokyoDayStart(today)} - i * 86400000 FROM n`.run()
  await count()
  const many = await costs(80)
  for (const [index, rows] of many.entries()) expect(rows).toBeLessThanOrEqual(few[index]! + 5)
  expect(many[0]).toBeLessThan(250)
})
