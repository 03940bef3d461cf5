import { YEAR_MS } from '../../src/domain/durations.ts'
import type { ReportCategory, Role } from '../../src/domain/moderation.ts'
import type { Case, CaseSummary } from '../../src/contract/case-schemas.ts'
import type { ModerationNotice } from '../../src/contract/moderation-schemas.ts'
import type { OwnComment, Question } from '../../src/contract/schemas.ts'
import type { App } from '../app.ts'
import { createPeople, createPerson, insertComments, type TestPerson } from '../people.ts'
import { callService, resultsOf } from './service-calls.ts'

export const moderation = (app: App, line: string, as: TestPerson | undefined, input?: object) =>
  callService(app, 'moderation', line, as, input)

/** People with accounts old enough for reports of full weight. */
export async function establishedPeople(app: App, count: number): Promise<TestPerson[]> {
  const people = await createPeople(app, count)
  const ids = JSON.stringify(people.map(({ userId }) => userId))
  await app.sql`UPDATE user SET created_at = created_at - ${YEAR_MS}
    WHERE id IN (SELECT value FROM json_each(${ids}))`.run()
  return people
}

export async function personWithRole(app: App, role: Role): Promise<TestPerson> {
  const person = await createPerson(app)
  await grant(app, person, role)
  return person
}

export async function grant(app: App, { userId }: TestPerson, role: Role): Promise<void> {
  await app.sql`INSERT INTO user_role VALUES (${userId}, ${role}, 0)`.run()
}

export const TEXT = 'Words that somebody minds.'

export async function postOf(
  app: App,
  questionId: string,
  { userId }: TestPerson,
  text = TEXT,
  slot = 1,
): Promise<string> {
  const [id] = await insertComments(app, [{ questionId, userId, slot, text }])
  return id!
}

export async function report(
  app: App,
  as: TestPerson,
  commentId: string,
  category: ReportCategory = 'harassment',
): Promise<string> {
  const input = { commentId, category }
  const [{ reference }] = await resultsOf(app, 'moderation', 'POST /report', as, input)
  return reference
}

export async function caseOf(app: App, as: TestPerson, commentId: string): Promise<Case> {
  const caseId = await app.sql`SELECT id FROM moderation_case
    WHERE comment_id = ${commentId}`.first<string>('id')
  return caseById(app, as, caseId!)
}

/** @param caseId or the number of a report, request or appeal */
export async function caseById(app: App, as: TestPerson, caseId: string): Promise<Case> {
  return (await resultsOf(app, 'moderation', 'GET /case/detail', as, { caseId }))[0]
}

/** The whole queue of cases: other files of a shared app leave some. */
export async function queueOf(app: App, as: TestPerson): Promise<CaseSummary[]> {
  const queue: CaseSummary[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page = await moderation(app, 'GET /case', as, { limit: 50, ...(after && { after }) })
    queue.push(...(page.body as CaseSummary[]))
    after = page.headers.get('Next-After')
  }
  return queue
}

export const GROUND = { kind: 'terms', text: 'Rule 2: no attacks' } as const

export function decide(app: App, as: TestPerson, decidedCase: Case, decision: object) {
  const { caseId, version } = decidedCase
  return moderation(app, 'POST /case/decision', as, {
    caseId,
    version,
    ground: GROUND,
    explanation: 'It attacks a person.',
    ...decision,
  })
}

/** Appeals against the newest decision about this person. */
export async function appeal(app: App, as: TestPerson, text = 'I meant a song.') {
  const { decisionId } = (await noticesOf(app, as))[0]!.decision!
  return moderation(app, 'POST /appeal', as, { decisionId, text })
}

export function decideAppeal(
  app: App,
  as: TestPerson,
  { caseId, version }: CaseSummary | Case,
  outcome: 'reversed' | 'upheld' = 'reversed',
) {
  const input = { caseId, version, outcome, explanation: 'It is a song.' }
  return moderation(app, 'POST /appeal/decision', as, input)
}

export const noticesOf = (app: App, as: TestPerson): Promise<ModerationNotice[]> =>
  resultsOf(app, 'moderation', 'GET /notice', as)

/** A write purges the public reads, which are cached for a second. */
export const purgeReads = (app: App, as: TestPerson) =>
  moderation(app, 'PUT /notice/read', as, { noticeIds: [] })

/**
 * The current public question.
 * @param as whose write purges the cache
 */
export async function publicQuestion(
  app: App,
  questionId: string,
  as: TestPerson,
): Promise<Question> {
  await purgeReads(app, as)
  const query = { questionId, findStatus: '1,2' }
  return (await resultsOf(app, 'question', 'GET /question/comment', undefined, query))[0]
}

export async function ownPost(
  app: App,
  author: TestPerson,
  commentId: string,
): Promise<OwnComment | undefined> {
  const { userId } = author
  const own: OwnComment[] = await resultsOf(app, 'comment', 'GET /comment', author, { userId })
  return own.find((comment) => comment.commentId === commentId)
}
