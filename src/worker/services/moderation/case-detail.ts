import { epochSeconds } from '../../../domain/durations.ts'
import type { Context } from 'hono'
import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import type { Case } from '../../../contract/case-schemas.ts'
import { FIRST_LANGUAGE } from '../../../domain/language.ts'
import type { ReportCategory, Role } from '../../../domain/moderation.ts'
import { batch } from '../../db/database.ts'
import { textsOf } from '../../db/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { opened } from '../../keys/seal.ts'
import { caseQueries, type DecisionRow, type SummaryRow, toDecision, toSummary } from './cases.ts'
import { appealLimits, type Decider, hasOtherDeciders } from './decidable-case.ts'
import type { ReportForm } from './reports.ts'

interface WholeRow extends SummaryRow {
  questionId: string
  postedAt: number
  isDeleted: number
  questionTexts: string
  memberSince: number
  authorRole: Role | null
}

interface ReportRow {
  reference: string
  category: ReportCategory
  sealedForm: string | null
  createdAt: number
  weight: number
  isGuest: number
  outcome: 'upheld' | 'dismissed' | null
}

interface RequestRow {
  reference: string
  kind: 'deletion' | 'dsa'
  sealedForm: string
  createdAt: number
  inquiredAt: number | null
  replyDueAt: number | null
  reply: 'agrees' | 'refuses' | null
  sealedReply: string | null
  outcome: 'upheld' | 'dismissed' | null
}

interface AppealRow {
  reference: string
  sealedText: string
  createdAt: number
  moderatorId: string | null
  outcome: 'upheld' | 'reversed' | null
  explanation: string
}

type CaseRows = {
  whole: WholeRow
  otherPosts: { text: string; postedAt: number; questionId: string }
  earlierDecisions: DecisionRow
  reports: ReportRow
  requests: RequestRow
  decisions: DecisionRow
  appeal: AppealRow
  history: { at: number; actor: string | null; action: string; why: string }
}

/** @throws ServiceError dataNotFound */
export const readCase: Handler<typeof moderationCalls.readCase> = async (c, { caseId }) => {
  return [await readWholeCase(c, caseId, c.var.person)]
}

/**
 * A case with its context, without anybody's address. Its author gets it without reporters, requests and moderators,
 * unless no one else can decide it. @throws ServiceError dataNotFound
 */
export async function readWholeCase(
  c: Context<ServiceBindings>,
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
  const isOwn =
    whole.authorId === caller.userId && (await hasOtherDeciders(env, caseId, caller.userId))
  const unlessOwn = <Row>(results: Row[]): Row[] => (isOwn ? [] : results)
  const decisions = rows.decisions.results.map((row) => toDecision(row, !isOwn))
  const [appeal] = rows.appeal.results
  return {
    ...(await toSummary(env, whole, isOwn)),
    comment: {
      commentId: whole.commentId,
      postedAt: epochSeconds(whole.postedAt),
      isDeleted: Boolean(whole.isDeleted),
    },
    question: { questionId: whole.questionId, texts: textsOf(whole.questionTexts) },
    ...(whole.authorId !== null && {
      authorInfo: {
        userId: whole.authorId,
        memberSince: epochSeconds(whole.memberSince),
        language: whole.authorLanguage ?? FIRST_LANGUAGE,
        ...(whole.authorRole && { role: whole.authorRole }),
        otherPosts: rows.otherPosts.results.map(({ postedAt, ...post }) => ({
          ...post,
          postedAt: epochSeconds(postedAt),
        })),
        earlierDecisions: rows.earlierDecisions.results.map((row) => toDecision(row, !isOwn)),
      },
    }),
    reports: await Promise.all(unlessOwn(rows.reports.results).map((row) => toReport(env, row))),
    requests: await Promise.all(unlessOwn(rows.requests.results).map((row) => toRequest(env, row))),
    decisions,
    ...(appeal && { appeal: await toAppeal(env, appeal, { caseId, caller }) }),
    history: unlessOwn(rows.history.results).map(({ at, actor, ...entry }) => ({
      at: epochSeconds(at),
      actor: actor ?? '',
      ...entry,
    })),
  }
}

async function toReport(env: Env, row: ReportRow): Promise<Case['reports'][number]> {
  const form = await opened<ReportForm>(env, row.reference, row.sealedForm)
  return {
    reference: row.reference,
    category: row.category,
    words: form?.words ?? '',
    ...(form?.illegal && { illegal: form.illegal.reason }),
    ...(form?.illegal?.name && { name: form.illegal.name }),
    reportedAt: epochSeconds(row.createdAt),
    weight: row.weight,
    isGuest: Boolean(row.isGuest),
    ...(row.outcome && { outcome: row.outcome }),
  }
}

async function toRequest(env: Env, row: RequestRow): Promise<Case['requests'][number]> {
  const { reference } = row
  const form = await opened<{ name: string; right: string; reason: string }>(
    env,
    reference,
    row.sealedForm,
  )
  const replyText = await opened<string>(env, reference, row.sealedReply)
  return {
    reference,
    kind: row.kind,
    name: form?.name ?? '',
    right: form?.right ?? '',
    reason: form?.reason ?? '',
    requestedAt: epochSeconds(row.createdAt),
    ...(row.inquiredAt !== null && { inquiredAt: epochSeconds(row.inquiredAt) }),
    ...(row.replyDueAt !== null && { replyDueAt: epochSeconds(row.replyDueAt) }),
    ...(row.reply && { reply: row.reply }),
    ...(replyText && { replyText }),
    ...(row.outcome && { outcome: row.outcome }),
  }
}

async function toAppeal(
  env: Env,
  row: AppealRow,
  { caseId, caller }: { caseId: string; caller: Decider },
) {
  const { reference, sealedText, createdAt, moderatorId, outcome, explanation } = row
  return {
    reference,
    text: (await opened<string>(env, reference, sealedText)) ?? '',
    appealedAt: epochSeconds(createdAt),
    ...(await appealLimits(env, { caseId, caller, moderatorId })),
    ...(outcome && { outcome }),
    ...(explanation && { explanation }),
  }
}
