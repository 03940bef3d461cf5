import { describe, expect, it } from 'vitest'
import type { CalendarDay, PoolQuestion } from '../../src/contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { ensureDays } from '../../src/worker/db/question.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bindingsOf, createPerson } from '../../harness/people.ts'
import { dayOf, deskCall, insertPool, schedule } from '../../harness/steps/desk-calls.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import { personWithRole, postOf } from '../../harness/steps/moderation-calls.ts'

const app = await ownApp()
let count = 0
const today = tokyoDay(Date.now())
const ahead = (days: number) => addDays(today, days)

const editor = await personWithRole(app, 'editor')
await ensureDays(await bindingsOf(app))

async function pooled(): Promise<string> {
  const poolId = `own-${++count}`
  await insertPool(app, { poolId, texts: { ja: `${poolId}の問い？`, en: `Question ${poolId}?` } })
  return poolId
}

const desk = (line: string, input?: object) => deskCall(app, line, editor, input)
const poolOf = async (poolId: string): Promise<PoolQuestion> =>
  (await desk('GET /question/detail', { poolId })).body[0]

async function auditOf(subject: string): Promise<string[]> {
  const { results } = await app.sql`SELECT action, why, actor_id FROM audit_log
    WHERE subject = ${subject} ORDER BY seq`.all<Record<'action' | 'why' | 'actor_id', string>>()
  expect(results.every(({ actor_id }) => actor_id === editor.userId)).toBe(true)
  return results.map(({ action, why }) => `${action} ${why}`.trim())
}

describe('a day to come', () => {
  it('gets the scheduled question instead of the one that was given by itself', async () => {
    const tomorrow = ahead(1)
    const before = await dayOf(app, editor, tomorrow)
    expect(before.question).toMatchObject({ source: 'built-in', isScheduled: false })
    expect(await poolOf(before.question!.poolId!)).toMatchObject({ expected: tomorrow })
    const [poolId, waiting] = [await pooled(), await pooled()]
    const listed = async () => {
      const { body } = await desk('GET /question', { state: 'own', search: 'Question own-' })
      return body.map((one: PoolQuestion) => one.poolId)
    }
    expect(await listed()).toEqual([poolId, waiting])
    const id = await schedule(app, editor, tomorrow, poolId)
    expect(await listed()).toEqual([waiting, poolId])
    await ensureDays(await bindingsOf(app))
    expect((await dayOf(app, editor, tomorrow)).question).toMatchObject({
      questionId: id,
      poolId,
      isScheduled: true,
      texts: { ja: `${poolId}の問い？`, en: `Question ${poolId}?` },
    })
    expect(await poolOf(before.question!.poolId!)).toMatchObject({ scheduled: [] })
    expect(await auditOf(poolId)).toEqual([`question.schedule ${tomorrow}`])
  })

  it('is changed by one of two editors who have seen the same', async () => {
    const day = ahead(10)
    const [first, second] = [await pooled(), await pooled()]
    const responses = await Promise.all(
      [first, second].map((poolId) => desk('PUT /calendar/day', { day, poolId, seenId: null })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 406])
    const refused = responses.find(({ status }) => status === 406)!
    expect(outcome(refused)).toEqual(invalid('seenId'))
    expect([...(await auditOf(first)), ...(await auditOf(second))]).toHaveLength(1)
  })

  it('is free again when its question is taken away', async () => {
    const day = ahead(12)
    const poolId = await pooled()
    const seenId = await schedule(app, editor, day, poolId)
    const response = await desk('PUT /calendar/day', { day, poolId: null, seenId })
    expect(response.body).toMatchObject([{ day, forecast: { source: 'built-in' } }])
    expect(response.body[0].question).toBeUndefined()
    expect(await poolOf(poolId)).toMatchObject({ scheduled: [] })
    expect((await app.fetch(`/theme_details?themeID=${seenId}`)).status).toBe(404)
    const other = await schedule(app, editor, day, poolId)
    expect((await desk('PUT /calendar/day', { day, poolId: null, seenId: other })).status).toBe(200)
  })

  it('changes places with another scheduled day, and moves to a free one', async () => {
    const [from, to, free] = [ahead(20), ahead(21), ahead(22)]
    const [a, b] = [await pooled(), await pooled()]
    const seenFrom = await schedule(app, editor, from, a)
    const seenTo = await schedule(app, editor, to, b)
    const input = { from, to, seenFrom, seenTo }
    expect((await desk('POST /calendar/move', input)).status).toBe(200)
    expect((await dayOf(app, editor, from)).question).toMatchObject({ poolId: b })
    const moved = (await dayOf(app, editor, to)).question!
    expect(moved).toMatchObject({ poolId: a, isScheduled: true })
    const stale = { from, to: free, seenFrom: 'another', seenTo: null }
    expect(outcome(await desk('POST /calendar/move', stale))).toEqual(invalid('seenFrom'))
    const onwards = { from: to, to: free, seenFrom: moved.questionId, seenTo: null }
    expect((await desk('POST /calendar/move', onwards)).status).toBe(200)
    expect((await dayOf(app, editor, to)).question).toBeUndefined()
    expect(await poolOf(a)).toMatchObject({ scheduled: [free] })
  })

  it('keeps its question once that has answers, as when midnight passes during a change', async () => {
    const [day, other, free] = [ahead(60), ahead(61), ahead(62)]
    const [asked, waiting] = [await pooled(), await pooled()]
    const questionId = await schedule(app, editor, day, asked)
    const otherId = await schedule(app, editor, other, await pooled())
    await postOf(app, questionId, await createPerson(app), 'Written after midnight')
    const state = () =>
      Promise.all([
        ...[day, other, free].map((one) => dayOf(app, editor, one)),
        ...[asked, waiting].map(poolOf),
      ])
    const before = await state()
    const move = (input: object) => desk('POST /calendar/move', input)
    const edited = { texts: { ja: '別の問い？', en: 'Something else?' }, topicId: 'home' }
    const refused = [
      await desk('PUT /calendar/day', { day, poolId: waiting, seenId: questionId }),
      await desk('PUT /calendar/day', { day, poolId: null, seenId: questionId }),
      await move({ from: day, to: free, seenFrom: questionId, seenTo: null }),
      await move({ from: other, to: day, seenFrom: otherId, seenTo: questionId }),
      await desk('PUT /question', { poolId: asked, version: 1, ...edited }),
      await desk('PUT /question/retirement', { poolId: asked, version: 1, isRetired: true }),
    ]
    expect(refused.map(outcome)).toEqual(
      ['answered', 'answered', 'seenTo', 'seenTo', 'answered', 'version'].map(invalid),
    )
    expect(await state()).toEqual(before)
    expect([...(await auditOf(asked)), ...(await auditOf(waiting))]).toHaveLength(1)
  })

  it.each([-1, 2000])('is not past or too far ahead: %i days', async (days) => {
    const input = { day: ahead(days), poolId: await pooled(), seenId: null }
    expect(outcome(await desk('PUT /calendar/day', input))).toEqual(invalid('day'))
  })

  it('forecasts its question, wherever the calendar begins', async () => {
    const told = async (from: string) => {
      const response = await desk('GET /calendar', { from, until: ahead(35) })
      return (response.body as CalendarDay[]).slice(-3).map(({ forecast }) => forecast?.poolId)
    }
    const whole = await told(ahead(1))
    expect(new Set(whole).size).toBe(3)
    expect(whole).not.toContain(undefined)
    expect(await told(ahead(33))).toEqual(whole)
  })
})

describe('today’s question', () => {
  it('is replaced only by somebody who knows how many have answered, and keeps its answers', async () => {
    const questionId = await app.todaysQuestionId()
    await postOf(app, questionId, await createPerson(app), 'An answer that stays')
    const poolId = await pooled()
    const input = { day: today, poolId, seenId: questionId }
    const refused = await desk('PUT /calendar/day', { ...input, answered: 0 })
    expect(outcome(refused)).toEqual(invalid('answered'))
    const done = await desk('PUT /calendar/day', { ...input, answered: 1 })
    expect(done.body).toMatchObject([
      { question: { poolId, usersCount: 0 }, replaced: [{ questionId, usersCount: 1 }] },
    ])
    expect(await (await app.fetch('/en')).text()).toContain(`Question ${poolId}?`)
    const earlier = await (await app.fetch(`/en/theme_details?themeID=${questionId}`)).text()
    expect(earlier).toContain('An answer that stays')
  })

  it('is replaced without a trace where nobody answered', async () => {
    const seenId = await app.todaysQuestionId()
    const poolId = await pooled()
    const opened = { day: today, poolId, seenId }
    const sinceMidnight = await desk('PUT /calendar/day', opened)
    expect(outcome(sinceMidnight)).toEqual(invalid('seenId'))
    const done = await desk('PUT /calendar/day', { ...opened, answered: 0 })
    expect(done.body).toMatchObject([{ question: { poolId } }])
    expect(done.body[0].replaced).toHaveLength(1)
    expect((await app.fetch(`/theme_details?themeID=${seenId}`)).status).toBe(404)
  })

  it('stays on its day', async () => {
    const seenId = await app.todaysQuestionId()
    const free = { day: today, poolId: null, seenId }
    expect(outcome(await desk('PUT /calendar/day', free))).toEqual(invalid('day'))
    const move = { from: today, to: ahead(40), seenFrom: seenId, seenTo: null }
    expect(outcome(await desk('POST /calendar/move', move))).toEqual(invalid('from'))
  })
})

describe('a question of the pool', () => {
  const texts = { ja: '  いちばん好きな　音は？ ', en: 'Which sound do you like best?' }

  it('has the day that the calendar expects to give it', async () => {
    const { poolId, texts } = (await dayOf(app, editor, ahead(30))).forecast!
    const found = (await desk('GET /question', { state: 'all', search: texts.en })).body
    expect(found).toMatchObject([{ poolId, expected: ahead(30) }])
  })

  it('is written, waits, is edited on its days, and is retired and brought back', async () => {
    const added: PoolQuestion = (await desk('POST /question', { texts, topicId: 'morning' }))
      .body[0]
    const { poolId } = added
    expect(added).toMatchObject({ version: 1, source: 'own', isRetired: false, scheduled: [] })
    expect(added.texts.ja).toBe('いちばん好きな 音は？')
    const waiting = (await desk('GET /question', { state: 'waiting', search: 'SOUND' })).body
    expect(waiting.map((one: PoolQuestion) => one.poolId)).toEqual([poolId])

    const day = ahead(50)
    await schedule(app, editor, day, poolId)
    const edited = { poolId, version: 1, texts: { ...texts, en: 'Which sound?' }, topicId: 'home' }
    expect((await desk('PUT /question', edited)).body).toMatchObject([{ version: 2 }])
    expect((await dayOf(app, editor, day)).question).toMatchObject({
      texts: { en: 'Which sound?' },
      topicId: 'home',
    })
    expect(outcome(await desk('PUT /question', edited))).toEqual(invalid('version'))

    const retire = { poolId, version: 2, isRetired: true }
    expect((await desk('PUT /question/retirement', retire)).body).toMatchObject([
      { isRetired: true, scheduled: [], version: 3 },
    ])
    expect((await dayOf(app, editor, day)).question).toBeUndefined()
    expect((await desk('PUT /calendar/day', { day, poolId, seenId: null })).status).toBe(404)
    await desk('PUT /question/retirement', { poolId, version: 3, isRetired: false })
    await schedule(app, editor, day, poolId)
    expect(await auditOf(poolId)).toEqual([
      'question.add',
      `question.schedule ${day}`,
      'question.edit',
      'question.retire',
      'question.restore',
      `question.schedule ${day}`,
    ])
  })

  it.each([
    ['a text that is there already', { texts }, 'texts'],
    ['a missing language', { texts: { ...texts, en: ' ' } }, 'texts'],
    ['a text that no card has room for', { texts: { ...texts, ja: 'あ'.repeat(81) } }, 'texts'],
    ['a text in another script', { texts: { ja: 'Other?', en: 'Other?' } }, 'texts'],
    ['an unknown topic', { topicId: 'nothing', texts: { ja: '別の？', en: 'Other?' } }, 'topicId'],
    ['days that are none', { season: '13-40', texts: { ja: '別の？', en: 'Other?' } }, 'season'],
  ])('is refused with %s', async (_, change, field) => {
    const response = await desk('POST /question', { topicId: 'morning', ...change })
    expect(outcome(response)).toEqual(invalid(field))
  })

  it('is edited on its day only by somebody who knows how many have answered', async () => {
    const { question } = await dayOf(app, editor, today)
    const { poolId = '' } = question!
    await postOf(app, question!.questionId, await createPerson(app), 'Mine')
    const texts = { ja: '直した問い？', en: 'A corrected question?' }
    const edited = { poolId, version: 1, texts, topicId: 'morning' }
    expect(outcome(await desk('PUT /question', edited))).toEqual(invalid('answered'))
    expect((await desk('PUT /question', { ...edited, answered: 1 })).status).toBe(200)
    expect(await (await app.fetch('/en')).text()).toContain('A corrected question?')
  })

  it('is given by itself on its days of the year', async () => {
    const day = ahead(2)
    const season = day.slice(5)
    const own = { ja: 'この日だけの問い？', en: 'A question for this day?' }
    const response = await desk('POST /question', { texts: own, topicId: 'morning', season })
    const { poolId } = response.body[0]
    expect((await dayOf(app, editor, day)).forecast).toMatchObject({ poolId })
  })
})
