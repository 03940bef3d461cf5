import { describe, expect, it } from 'vitest'
import { parseQuestionFile, writeQuestionFile } from '../../src/api/question-file.ts'
import type { ExportRow, ImportRow, ImportState } from '../../src/contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { IMPORT_ROWS_PER_CALL } from '../../src/domain/question-import.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { dayOf, deskCall, schedule } from '../../harness/steps/desk-calls.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import { personWithRole, postOf } from '../../harness/steps/moderation-calls.ts'

const app = await ownApp()
const today = tokyoDay(Date.now())

let editor = await personWithRole(app, 'editor')

const desk = (line: string, input?: object) => deskCall(app, line, editor, input)

/** Rows without a topic get one. */
async function layOut(given: readonly ImportRow[]): Promise<ImportState> {
  const rows = given.map((row) => ({ topic: 'morning', ...row }))
  let importId: string | undefined
  for (let sent = 0; sent < rows.length; sent += IMPORT_ROWS_PER_CALL) {
    const some = rows.slice(sent, sent + IMPORT_ROWS_PER_CALL)
    const response = await desk('POST /import/row', { ...(importId && { importId }), rows: some })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    importId = response.body[0].importId
  }
  return (await desk('GET /import', { importId })).body[0]
}

const take = ({ importId }: ImportState) => desk('POST /import', { importId })
const poolSize = () => app.sql`SELECT count(*) AS count FROM pack_question`.first<number>('count')

describe('an import', () => {
  it('names every problem by its line, and takes nothing while there is one', async () => {
    const day = addDays(today, 5)
    const known = { ja: '前からある問い？', en: 'A question from before?' }
    expect((await desk('POST /question', { texts: known, topicId: 'morning' })).status).toBe(200)
    const file = [
      'date,ja,en,topic,season',
      `${day},最初の問い？,"The first,",朝,`,
      ',日本語だけの問い？,,Nowhere,02-30..03-01',
      `${day},二番目の問い？,The second?,Morning,`,
      ',三番目の問い？,"The first,",,',
      '',
      `${today},"四番目の",The fourth?,,`,
      ',五番目の問い？,A question from before?,,',
      ',六番目の問い？,The sixth?,nowhere,',
      '2027-02-30,七番目の問い？,The seventh?,,',
      ',八番目の問い？,八番目？,,12-31..01-02',
    ].join('\r\n')
    const before = await poolSize()
    const texts = { ja: '九番目の問い？', en: 'The ninth?' }
    const untold = { line: 12, texts, topic: ' ' }
    const state = await layOut([...parseQuestionFile(`\uFEFF${file}`), untold])
    expect(
      state.problems.map(({ line, problem, field, other }) =>
        [line, problem, field, other].filter(Boolean).join(' '),
      ),
    ).toEqual([
      '3 missing en',
      '3 season season',
      '3 topic Nowhere',
      '4 repeatedDate date 2',
      '5 repeatedText en 2',
      '7 past date',
      expect.stringMatching(/^8 knownText en ./),
      '9 topic nowhere',
      '10 date date',
      '11 script en',
      '11 season season',
      '12 missing topic',
    ])
    expect(outcome(await take(state))).toEqual(invalid('rows'))
    expect(await poolSize()).toBe(before)
  })

  it('comes back from its export as it was, and then takes the dates alone', async () => {
    const moon = { ja: '月の問い？', en: 'A question of the moon?' }
    const spring = { ja: '春の問い？', en: 'A question of spring?' }
    const rows: ImportRow[] = [
      { line: 1, texts: { ja: '「音」とは、何？', en: 'What, "in short", is sound?' } },
      { line: 2, texts: moon, topic: 'home', date: addDays(today, 8) },
      { line: 3, texts: { ja: '冬の問い？', en: 'A question of winter?' }, season: '12-20..12-31' },
      { line: 4, texts: spring, date: addDays(today, 9), season: '04-01..04-10' },
    ]
    const state = await layOut(rows)
    expect(state).toMatchObject({ rows: 4, scheduled: 2, problemCount: 0 })
    expect((await take(state)).status).toBe(200)
    const { question } = await dayOf(app, editor, addDays(today, 8))
    expect(question).toMatchObject({ texts: moon, isScheduled: true })
    const exported: ExportRow[] = (await desk('GET /export', { limit: '1000' })).body
    const own = exported.filter(({ texts }) => rows.some((row) => row.texts['en'] === texts.en))
    expect(own).toHaveLength(4)
    expect((await desk('GET /question/detail', { poolId: own[3]!.poolId })).body).toMatchObject([
      { season: '04-01..04-10', scheduled: [addDays(today, 9)] },
    ])
    // Stored before texts needed letters of their language.
    await app.sql`UPDATE pack_question_text SET text = 'DIY?' WHERE language = 'ja' AND text = ${spring.ja}`.run()
    expect(await layOut([{ ...rows[3]!, texts: { ...spring, ja: 'DIY?' } }])).toMatchObject({
      known: 1,
      problemCount: 0,
    })
    await app.sql`UPDATE pack_question_text SET text = ${spring.ja} WHERE text = 'DIY?'`.run()
    const read = parseQuestionFile(writeQuestionFile(own))
    expect(read.map(({ texts, date, season }) => ({ texts, date, season }))).toEqual(
      rows.map(({ texts, date, season }) => ({ texts, date, season })),
    )
    const size = await poolSize()
    read[0]!.date = addDays(today, 10)
    const fresh = { line: 9, texts: { ja: '新しい問い？', en: 'A new one?' } }
    const again = await layOut([...read, fresh])
    expect(again).toMatchObject({ rows: 5, scheduled: 3, known: 4, problemCount: 0 })
    expect((await take(again)).status).toBe(200)
    expect(await poolSize()).toBe(size! + 1)
    for (const [days, row] of Object.entries({ 8: rows[1], 9: rows[3], 10: rows[0] })) {
      const { question } = await dayOf(app, editor, addDays(today, Number(days)))
      expect(question, days).toMatchObject({ texts: row!.texts, isScheduled: true })
    }
    const { poolId } = own[0]!
    expect((await desk('GET /question/detail', { poolId })).body).toMatchObject([
      { scheduled: [addDays(today, 10)] },
    ])
    // What else it has is changed at the desk: a scheduled day moves there, and a retired question stays retired.
    const changed = { ...read[2]!, season: '12-20..12-30' }
    const moved = { ...read[3]!, date: addDays(today, 11) }
    const retired = { poolId, version: 1, isRetired: true }
    expect((await desk('PUT /question/retirement', retired)).status).toBe(200)
    const refused = await layOut([read[0]!, read[1]!, changed, moved])
    expect(refused).toMatchObject({ known: 1 })
    expect(refused.problems.map(({ line, problem }) => `${line} ${problem}`)).toEqual(
      [2, 2, 4, 4, 5, 5].map((line) => `${line} knownText`),
    )
    // Its day may have come since the export.
    const { date = '' } = read[1]!
    await app.sql`UPDATE question SET day = ${addDays(today, -900)}, preview_at = preview_at - ${908 * DAY_MS}
      WHERE day = ${date}`.run()
    const asked = { ...read[1]!, date: addDays(today, -900) }
    expect(await layOut([asked])).toMatchObject({ known: 1, problemCount: 0 })
    const { problems } = await layOut([{ ...asked, date: addDays(today, -901) }])
    expect(problems.map(({ problem }) => problem)).toContain('past')
    // Another question may have taken its place since.
    await app.sql`INSERT INTO questionnaire VALUES ('replaced', 'replaced', 0)`.run()
    await app.sql`UPDATE question SET questionnaire_id = 'replaced' WHERE day = ${asked.date}`.run()
    expect((await layOut([asked])).problems.map(({ problem }) => problem)).toContain('past')
  })

  it('has every question once, though one is retired between two pages of the export', async () => {
    const page = async (query: object): Promise<ExportRow[]> =>
      (await desk('GET /export', query)).body
    const whole = await page({ limit: '1000' })
    const first = await page({ limit: '2' })
    expect(outcome(await desk('GET /export', { offset: 2, limit: '2' }))).toEqual([400, -1001])
    const retired = { poolId: first[0]!.poolId, version: 1, isRetired: true }
    expect((await desk('PUT /question/retirement', retired)).status).toBe(200)
    const rest = await page({ after: first[1]!.poolId, limit: '1000' })
    expect([...first, ...rest]).toEqual(whole)
    expect(rest.length).toBeGreaterThan(0)
    expect(await page({ limit: '1000' })).toHaveLength(whole.length - 1)
  })

  it('leaves a date alone whose question got answers before it is taken', async () => {
    const day = addDays(today, 12)
    const texts = { ja: '先にあった問い？', en: 'Which was first?' }
    const [given] = (await desk('POST /question', { texts, topicId: 'morning' })).body
    const questionId = await schedule(app, editor, day, given.poolId)
    await app.sql`UPDATE question SET is_scheduled = 0 WHERE id = ${questionId}`.run()
    const rows = [{ line: 2, texts: { ja: '後の問い？', en: 'Which came late?' }, date: day }]
    const state = await layOut(rows)
    expect(state.problemCount).toBe(0)
    await postOf(app, questionId, await createPerson(app), 'Written after midnight')
    const before = await poolSize()
    expect(outcome(await take(state))).toEqual(invalid('rows'))
    expect(
      (await desk('GET /import', { importId: state.importId })).body[0].problems,
    ).toMatchObject([{ line: 2, problem: 'takenDate', other: questionId }])
    expect(await poolSize()).toBe(before)
    expect((await dayOf(app, editor, day)).question).toMatchObject({ poolId: given.poolId })
  })

  it('is taken once, by the editor who laid it out', async () => {
    const rows = [{ line: 1, texts: { ja: '一度だけ？', en: 'Only once?' } }]
    const state = await layOut(rows)
    const other = await personWithRole(app, 'editor')
    const { importId } = state
    expect((await deskCall(app, 'POST /import', other, { importId })).status).toBe(404)
    const both = await Promise.all([take(state), take(state)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const copies = await app.sql`SELECT count(*) AS count FROM pack_question_text
      WHERE text = 'Only once?'`.first<number>('count')
    expect(copies).toBe(1)
  })

  it.each([
    ['a job', () => app.triggerCron()],
    ['the check of the next', (rows: ImportRow[]) => layOut(rows)],
  ])('is finished by %s if its request was interrupted and its editor left', async (by, finish) => {
    const rows = [1, 2].map((line) => ({
      line,
      texts: { ja: `${by}の残り${line}？`, en: `Left to ${by}: ${line}?` },
    }))
    const state = await layOut(rows)
    await app.db.exec(
      "CREATE TRIGGER full BEFORE INSERT ON pack_question BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    expect((await take(state)).status).toBe(500)
    await app.db.exec('DROP TRIGGER full')
    expect((await take(state)).status).toBe(404)
    await app.sql`DELETE FROM user WHERE id = ${editor.userId}`.run()
    editor = await personWithRole(app, 'editor')
    await finish(rows)
    const added = app.sql`SELECT group_concat(text ORDER BY position) AS texts,
        max(position) - min(position) AS steps
      FROM pack_question JOIN pack_question_text ON id = pack_question_id
      WHERE text LIKE 'Left to ' || ${by} || '%'`
    const texts = rows.map((row) => row.texts.en).join()
    expect(await added.first()).toEqual({ texts, steps: 1 })
    expect(await layOut(rows)).toMatchObject({ known: rows.length, problemCount: 0 })
  })

  it('is taken in pieces with 10,000 questions, and others read between them', async () => {
    const from = addDays(today, 30)
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      line: index + 2,
      texts: { ja: `${index}番目の長い一覧の問い？`, en: `Number ${index} of a long list?` },
      ...(index < 1000 && { date: addDays(from, index) }),
    }))
    const state = await layOut(rows)
    expect(state).toMatchObject({ rows: 10_000, scheduled: 1000, problemCount: 0 })
    const before = (await poolSize())!
    const seen = new Set<number>()
    const taking = take(state)
    for (let size = before; size < before + 10_000; size = (await poolSize())!) seen.add(size)
    expect((await taking).status).toBe(200)
    expect(await poolSize()).toBe(before + 10_000)
    expect(seen.size, 'reads between its pieces').toBeGreaterThan(3)
    expect((await dayOf(app, editor, addDays(from, 999))).question).toMatchObject({
      texts: { en: 'Number 999 of a long list?' },
    })
  })

  it.each([
    ['no questions', 'ja,en,topic\r\n', 'empty'],
    ['no header', 'What?,なに？\r\n', 'header'],
    ['no topics', 'ja,en\r\nなに？,What?\r\n', 'header'],
    ['an open quote', 'ja,en,topic\r\nなに？,"What?\r\n', 'format'],
  ] as const)('is refused with %s', (_, text, problem) => {
    expect(() => parseQuestionFile(text)).toThrow(problem)
  })
})
