import { expect, it } from 'vitest'
import type { CaseSummary } from '../../src/contract/case-schemas.ts'
import { moderationService } from '../../src/worker/services/moderation/routes.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bindingsOf } from '../../harness/people.ts'
import { recording } from '../../harness/recorded-database.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'

const CASES = 10_000
const LIMIT = 20
/** The moderator's role, six rows per case, and the cursor. */
const MAX_ROWS = 10 + LIMIT * 6
const app = await ownApp()
const questionId = await app.todaysQuestionId()
const moderator = await personWithRole(app, 'moderator')
// A closed case per open one; scores repeat.
await app.sql`WITH RECURSIVE n(i) AS (
    SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * CASES} - 1)
  INSERT INTO moderation_case (id, comment_id, question_id, state, score, opened_at, waiting_since)
  SELECT 'case-' || i, 'comment-' || i, ${questionId}, iif(i % 2, 'closed', 'open'), i % 7 / 3.0,
    i, i / 4 FROM n`.run()

it('lists 10,000 open cases in pages that cost the same, heaviest and oldest first', async () => {
  const record = recording(app.db)
  const env = { ...(await bindingsOf(app)), DB: record.db }
  const read = async (after?: string) => {
    const query = new URLSearchParams({ limit: String(LIMIT), ...(after && { after }) })
    const request = new Request(`http://service/case?${query}`, {
      headers: { Authorization: moderator.authorization },
    })
    const response = await moderationService.fetch(request, env)
    const { results } = (await response.json()) as { results: CaseSummary[] }
    return { results, next: response.headers.get('Next-After') }
  }
  const middle = await app.sql`SELECT id FROM moderation_case WHERE state = 'open'
    ORDER BY rank, waiting_since, id LIMIT 1 OFFSET 5000`.first<string>('id')
  const first = await record.costOf(() => read())
  const later = await record.costOf(() => read(middle!))
  expect(first.rowsRead).toBeLessThan(MAX_ROWS)
  expect(later.rowsRead).toBeLessThan(MAX_ROWS)

  const page = await read()
  const [one, next] = [page.results, (await read(page.next!)).results]
  const keys = [...one, ...next].map((found) => [-found.score, found.waitingSince, found.caseId])
  expect(new Set(keys.map(([, , id]) => id)).size).toBe(2 * LIMIT)
  expect(keys.every(([rank], index) => index === 0 || keys[index - 1]![0]! <= rank!)).toBe(true)
})

it('erases copies of posts when the time for appeal is over, and cases that no one can read', async () => {
  await app.sql`UPDATE moderation_case SET sealed_text = 'kept', expires_at = 1
    WHERE id = 'case-1'`.run()
  await app.sql`UPDATE moderation_case SET sealed_text = 'kept', expires_at = 9e15
    WHERE id = 'case-3'`.run()
  await app.sql`INSERT INTO report (reference, case_id, reporter_key, sealed_email,
     language, category, sealed_form, weight, created_at)
    VALUES ('R-1', 'case-3', 'guest:a', 'sealed', 'en', 'spam', 'sealed', 1, 1),
      ('R-2', 'case-0', 'guest:a', 'sealed', 'en', 'spam', 'sealed', 1, 1)`.run()
  await app.sql`INSERT INTO unconfirmed_report
    VALUES ('old', 'h', 0, 's', 1), ('new', 'h', 0, 's', 9e15)`.run()
  await app.triggerCron()
  const names = async (sql: string) =>
    (await app.db.prepare(sql).all<{ name: string }>()).results.map(({ name }) => name)
  const closed = "SELECT id AS name FROM moderation_case WHERE state = 'closed'"
  expect(await names(closed)).toEqual(['case-3'])
  expect(await names('SELECT reference AS name FROM report WHERE sealed_form IS NOT NULL')).toEqual(
    ['R-1', 'R-2'],
  )
  expect(await names('SELECT id AS name FROM unconfirmed_report')).toEqual(['new'])
  await app.sql`UPDATE moderation_case SET expires_at = 1 WHERE id = 'case-3'`.run()
  await app.triggerCron()
  expect(await names(closed)).toEqual([])
  expect(await names("SELECT reference AS name FROM report WHERE sealed_email <> ''")).toEqual([
    'R-2',
  ])
})
