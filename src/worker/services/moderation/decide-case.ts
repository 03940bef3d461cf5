import { isMutable, type ReportCategory } from '../../../domain/moderation.ts'
import { audit } from '../../cases/audit.ts'
import {
  insertSuspension,
  insertDecision,
  notifyAuthor,
  suspensionEnd,
  type NewDecision,
} from '../../cases/decision.ts'
import { noticesLink, statementOfReasons } from '../../cases/statement.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable } from '../../http/service.ts'
import { opened } from '../../keys/seal.ts'
import { publish } from '../../live/publish.ts'
import { queueMails } from '../../mail/queue.ts'
import { readWholeCase } from './case-detail.ts'
import { decidableCase, checkRank, type DecidableCase } from './decidable-case.ts'
import {
  authorMail,
  changeCase,
  closeCase,
  type Ended,
  endReports,
  eraseTexts,
  hidePost,
  outcomeMails,
  showPost,
} from './decision-statements.ts'

/**
 * Decides a case in one transaction.
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`, `until`, `ground`, `action`); userPrivilegeNotFound
 */
export const decideCase: Handler<'decideCase'> = async (c, decided) => {
  const { env } = c
  const caller = c.var.person
  const { caseId, version, action, ground, explanation = '', foundByFilter = false } = decided
  const isNone = action === 'none'
  const endsAt = suspensionEnd(env, action === 'pause', decided.until)
  if (!isNone && !ground) throw notAvailable('ground')
  const link = noticesLink(c)
  const caseRow = await decidableCase(env, caseId, caller.userId, { version, states: ['open'] })
  checkRank(caller, caseRow, isNone)
  const isOnAccount = action === 'pause' || action === 'ban'
  if (isOnAccount && !caseRow.authorId) throw notAvailable('action')

  const decision: NewDecision = {
    id: newId(),
    caseId,
    moderatorId: caller.userId,
    action,
    endsAt,
    ground,
    explanation,
    foundByFilter,
  }
  const { authorId } = caseRow
  const isAuthorNotified = authorId !== null && (!isNone || caseRow.isHidden === 1)
  const cleared = isNone ? await openCategories(env, caseId) : []
  const text = await textOf(env, caseRow)
  const outcome = isNone ? 'dismissed' : 'upheld'
  const { reports, requests } = await changeCase<{ reports: Ended; requests: Ended }>(
    env,
    caseRow,
    {
      ...endReports(env, caseId, outcome),
      decision: insertDecision(env, decision),
      closed: closeCase(env, caseId, clearedCategories(caseRow, cleared), !isNone),
      post: isNone ? showPost(env, caseRow.commentId) : hidePost(env, caseRow.commentId),
      suspension: isOnAccount && authorId ? [insertSuspension(env, decision, authorId)] : [],
      notice: isAuthorNotified
        ? [notifyAuthor(env, authorId, 'decision', { caseId, decisionId: decision.id })]
        : [],
      erased: isNone ? eraseTexts(env, caseId) : [],
      audit: audit(
        env,
        caller,
        `decide:${action}`,
        caseId,
        [ground?.text, explanation].filter(Boolean).join(' — '),
      ),
    },
  )

  publish(c, caseRow.questionId)
  await queueMails(c, [
    ...(await outcomeMails(env, 'report', reports.results, outcome)),
    ...(await outcomeMails(env, 'request', requests.results, outcome)),
    ...(isNone || !ground
      ? []
      : authorMail(caseRow, (language) => {
          const statement = { action, endsAt, ground, explanation, foundByFilter, text }
          return { kind: 'decision', link, details: statementOfReasons(language, statement) }
        })),
  ])
  return [await readWholeCase(c, caseId, caller)]
}

const CATEGORIES = 'SELECT DISTINCT category FROM report WHERE case_id = ?1'

/** The reported categories, which a decision in favour of the post clears. */
export async function openCategories(env: Env, caseId: string): Promise<ReportCategory[]> {
  const { results } = await env.DB.prepare(CATEGORIES)
    .bind(caseId)
    .all<{ category: ReportCategory }>()
  return results.map(({ category }) => category).filter(isMutable)
}

export function clearedCategories(
  { clearedCategories }: DecidableCase,
  more: readonly string[],
): string[] {
  return [...new Set([...(JSON.parse(clearedCategories) as string[]), ...more])]
}

/** The case's copy of the post; empty when it is erased. */
export async function textOf(env: Env, { commentId, sealedText }: DecidableCase): Promise<string> {
  return (await opened<string>(env, commentId, sealedText)) ?? ''
}
