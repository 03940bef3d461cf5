import { type Case, caseSchema, type Decision } from '../../../contract/case-schemas.ts'
import { APPEAL_TIME_MS, REFERENCE } from '../../../domain/moderation.ts'
import { type DecisionRow, toDecision } from '../../cases/decision.ts'
import { ownText } from '../../cases/hidden.ts'
import { config } from '../../config/config.ts'
import { batch } from '../../db/database.ts'
import { shownRow } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, type ServiceContext } from '../../http/service.ts'
import { opened } from '../../keys/seal.ts'
import { caseQueries, type SummaryRow, toSummary } from './cases.ts'
import { appealLimits, type Decider, isWithheld } from './decidable-case.ts'
import type { ReportForm } from './reports.ts'
import type { RequestForm } from './requests.ts'

interface WholeRow extends SummaryRow {
  isDeleted: number
  /** Nothing is kept for an appeal, unless the case waits. */
  isErased: number
  filterWord: string | null
}

const { comment, question, authorInfo, reports, requests, appeal: appealOf } = caseSchema.shape
const author = authorInfo.unwrap().omit({ otherPosts: true, earlierDecisions: true })

interface ReportRow {
  reference: string
  sealedForm: string | null
  reporterId: string | null
}

interface RequestRow {
  reference: string
  sealedForm: string
  sealedReply: string | null
}

interface AppealRow {
  reference: string
  sealedText: string
  moderatorId: string | null
  decidedAt: number | null
}

type CaseRows = {
  whole: WholeRow
  otherPosts: { text: string; postedAt: number }
  earlierDecisions: DecisionRow & Parameters<typeof ownText>[1] & { caseId: string }
  reports: ReportRow
  requests: RequestRow
  decisions: DecisionRow
  appeal: AppealRow
  history: Case['history'][number]
}

const CASE_OF_NUMBER = `
  SELECT case_id AS caseId FROM report WHERE reference = ?1
  UNION ALL SELECT case_id FROM rights_request WHERE reference = ?1
  UNION ALL SELECT case_id FROM appeal JOIN decision ON decision.id = decision_id WHERE reference = ?1`

/** @throws ServiceError dataNotFound */
export const readCase: Handler<'readCase'> = async (c, { caseId }) => {
  const numbered = REFERENCE.test(caseId)
    ? await c.env.DB.prepare(CASE_OF_NUMBER).bind(caseId).first<string>('caseId')
    : undefined
  return [await readWholeCase(c, numbered ?? caseId, c.var.person)]
}

/**
 * A case with its context, without anybody's address. Its author gets it without reporters, requests and moderators,
 * unless no one else can decide it. @throws ServiceError dataNotFound
 */
export async function readWholeCase(
  c: ServiceContext,
  caseId: string,
  caller: Decider,
): Promise<Case> {
  const { env } = c
  const statements = Object.entries(caseQueries).map(([name, sql]) => [
    name,
    env.DB.prepare(sql).bind(caseId),
  ])
  const rows = await batch<CaseRows>(env.DB, Object.fromEntries(statements))
  const [whole] = rows.whole.results
  if (!whole) throw new ServiceError('dataNotFound')
  const isOwn = await isWithheld(env, whole, caller.userId)
  const unlessOwn = <Row>(results: Row[]): Row[] => (isOwn ? [] : results)
  const decisions = rows.decisions.results.map((row) => toDecision(row, !isOwn))
  const [appeal] = rows.appeal.results
  const summary = toSummary(env, whole, { userId: caller.userId, isOwn })
  return {
    ...summary,
    ...(!summary.isHeld && !whole.isDeleted && config(env).translator && { hasTranslator: true }),
    ...(whole.filterWord && summary.text && !isOwn && { filterWord: whole.filterWord }),
    comment: shownRow(comment, whole),
    question: shownRow(question, whole),
    ...(whole.authorId !== null && {
      authorInfo: {
        ...shownRow(author, { ...whole, userId: whole.authorId, language: whole.authorLanguage }),
        otherPosts: rows.otherPosts.results,
        earlierDecisions: rows.earlierDecisions.results.map((row) => ({
          ...toDecision(row, !isOwn),
          caseId: row.caseId,
          ...(row.id !== row.caseId && { text: ownText(env, row) }),
        })),
      },
    }),
    reports: unlessOwn(rows.reports.results).map((row) => toReport(env, row, caller)),
    requests: unlessOwn(rows.requests.results).map((row) => toRequest(env, row)),
    decisions,
    ...(appeal && { appeal: await toAppeal(env, appeal, { caseId, caller }) }),
    history: unlessOwn(rows.history.results),
    ...(whole.state === 'closed' && whole.isErased && erasedAt(decisions, appeal)),
    ...(whole.state === 'closed' && {
      isForOperators: (await appealLimits(env, { caseId, caller })).isForOperators,
    }),
  }
}

/** By the rule of `docs/product.md#what-moderation-keeps`. */
function erasedAt(decisions: readonly Decision[], appeal?: AppealRow): { erasedAt?: number } {
  const last = decisions.at(-1)
  if (appeal?.decidedAt) return { erasedAt: appeal.decidedAt }
  if (!last) return {}
  const isAtOnce = last.action === 'none' || last.action === 'reverse'
  return { erasedAt: last.decidedAt + (isAtOnce ? 0 : APPEAL_TIME_MS / 1000) }
}

function toReport(env: Env, row: ReportRow, { userId }: Decider) {
  const { words = '', illegal } = opened<ReportForm>(env, row.reference, row.sealedForm) ?? {}
  const isOwn = row.reporterId === userId
  const stated = { words, illegal: illegal?.reason, name: illegal?.name, isOwn }
  return shownRow(reports.element, { ...row, ...stated })
}

function toRequest(env: Env, row: RequestRow) {
  const form = opened<RequestForm>(env, row.reference, row.sealedForm)
  const { name = '', right = '', reason = '' } = form ?? {}
  const replyText = opened<string>(env, row.reference, row.sealedReply)
  return shownRow(requests.element, { ...row, name, right, reason, replyText })
}

async function toAppeal(env: Env, row: AppealRow, of: { caseId: string; caller: Decider }) {
  const text = opened<string>(env, row.reference, row.sealedText) ?? ''
  const limits = await appealLimits(env, { ...of, moderatorId: row.moderatorId })
  return shownRow(appealOf.unwrap(), { ...row, text, ...limits })
}
