import { isMutable, type ReportCategory } from '../../../domain/moderation.ts'
import { audit } from '../../cases/audit.ts'
import {
  endSuspensions,
  insertDecision,
  insertSuspension,
  type NewDecision,
  notifyAuthor,
  suspensionEnd,
} from '../../cases/decision.ts'
import { ownText } from '../../cases/hidden.ts'
import { type Ended, outcomeMails } from '../../cases/outcome-mails.ts'
import { noticesLink, statementOfReasons } from '../../cases/statement.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable, ServiceError } from '../../http/service.ts'
import { publish } from '../../live/publish.ts'
import { queueMails } from '../../mail/queue.ts'
import { readWholeCase } from './case-detail.ts'
import {
  checkAppeal,
  checkRank,
  checkReplacement,
  decidableCase,
  type DecidableCase,
} from './decidable-case.ts'
import {
  authorMail,
  changeCase,
  closeCase,
  endReports,
  eraseTexts,
  hidePost,
  keepText,
  showPost,
} from './decision-statements.ts'
import { translator } from '../../../i18n/server.ts'
import { now } from '../../config/clock.ts'
import { isSuspended } from '../../db/suspension.ts'

/**
 * Decides a case in one transaction. A decision on a closed case replaces the earlier one, while its text is kept.
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`, `until`, `ground`, `explanation`, `action`); userPrivilegeNotFound
 */
export const decideCase: Handler<'decideCase'> = async (c, decided) => {
  const { env } = c
  const caller = c.var.person
  const { caseId, version, action, ground, explanation = '', foundByFilter = false } = decided
  const isNone = action === 'none'
  const endsAt = suspensionEnd(env, action === 'pause', decided.until)
  if (!isNone && !ground) throw notAvailable('ground')
  const link = noticesLink(c)
  const caseRow = await decidableCase(env, caseId, caller.userId, {
    version,
    states: ['open', 'closed'],
  })
  const text = await textOf(env, caseRow)
  const isReversal = isNone && caseRow.state === 'closed'
  const isKept = text !== '' && (!isReversal || caseRow.isHidden === 1)
  if (caseRow.state === 'closed') checkReplacement(caller, caseRow, isKept)
  else checkRank(caller, caseRow, isNone)
  if ((!isNone || isReversal) && !explanation) throw notAvailable('explanation')
  const isOnAccount = action === 'pause' || action === 'ban'
  if (isOnAccount && !caseRow.authorId) throw notAvailable('action')

  const decision: NewDecision = {
    id: newId(),
    caseId,
    moderatorId: caller.userId,
    action: isReversal ? 'reverse' : action,
    endsAt,
    ground,
    explanation,
    foundByFilter,
  }
  const { authorId } = caseRow
  const isAuthorNotified = authorId !== null && (!isNone || caseRow.isHidden === 1)
  const cleared = isNone ? await openCategories(env, caseId) : []
  const ended = JSON.parse(caseRow.suspensions) as string[]
  const outcome = isNone ? 'dismissed' : 'upheld'
  const operator = caller.role === 'operator' ? caller.role : undefined
  const why = [ground?.text, explanation].filter(Boolean).join(' — ')
  type Rows = { reports: Ended; requests: Ended; corrected?: Ended; refused?: Ended }
  const { reports, requests, corrected, refused } = await changeCase<Rows>(env, caseRow, {
    ...endReports(env, caseId, outcome),
    ...(isNone && correctReports(env, caseId)),
    decision: insertDecision(env, decision),
    kept:
      isNone || caseRow.sealedText ? [] : [await keepText(env, caseId, caseRow.commentId, text)],
    closed: closeCase(env, caseId, clearedCategories(caseRow, cleared), !isNone),
    post: isNone ? showPost(env, caseRow.commentId, text) : hidePost(env, caseRow.commentId),
    ended: endSuspensions(env, ended),
    suspension:
      isOnAccount && authorId ? [insertSuspension(env, decision, authorId, operator)] : [],
    notice: isAuthorNotified
      ? [notifyAuthor(env, authorId, 'decision', { caseId, decisionId: decision.id })]
      : [],
    erased: isNone ? eraseTexts(env, caseId) : [],
    audit: audit(env, caller, `decide:${decision.action}`, caseId, why),
  })
  const others = ended.length > 0 ? await otherSuspension(env, caseRow) : []

  publish(c, caseRow.questionId)
  await queueMails(c, [
    ...(await outcomeMails(env, 'report', reports.results, outcome)),
    ...(await outcomeMails(env, 'report', corrected?.results ?? [], 'dismissed')),
    ...(await outcomeMails(env, 'request', refused?.results ?? [], 'dismissed')),
    ...(await outcomeMails(env, 'request', requests.results, outcome)),
    ...(isReversal
      ? authorMail(caseRow, (language) => {
          const t = translator(language)
          const why = t('moderation.told.explanation', { explanation })
          const details = [t('moderation.told.post', { text }), why, ...others]
          return { kind: 'decisionReversed', link, details }
        })
      : []),
    ...(isNone || !ground
      ? []
      : authorMail(caseRow, (language) => {
          const statement = { action, endsAt, ground, explanation, foundByFilter, text }
          const details = statementOfReasons(language, statement)
          const isLifted = !isOnAccount && ended.length > 0 && others.length === 0
          if (isLifted) details.push(translator(language)('moderation.told.lifted'))
          return { kind: 'decision', link, details }
        })),
  ])
  return [await readWholeCase(c, caseId, caller)]
}

const CATEGORIES = 'SELECT DISTINCT category FROM report WHERE case_id = ?1'

/** The reported categories, which a decision in favour of the post clears. */
async function openCategories(env: Env, caseId: string): Promise<ReportCategory[]> {
  const { results } = await env.DB.prepare(CATEGORIES)
    .bind(caseId)
    .all<{ category: ReportCategory }>()
  return results.map(({ category }) => category).filter(isMutable)
}

function clearedCategories(
  { clearedCategories }: DecidableCase,
  more: readonly string[],
): string[] {
  return [...new Set([...(JSON.parse(clearedCategories) as string[]), ...more])]
}

/** The post's text or the case's copy; empty when both are erased. */
const textOf = (env: Env, { commentId: id, postText, sealedText }: DecidableCase) =>
  ownText(env, { id, text: postText ?? '', sealedText })

const APPEALED = `
  SELECT appeal.reference, appeal.decision_id AS decisionId, decision.moderator_id AS moderatorId
  FROM decision JOIN appeal ON appeal.decision_id = decision.id
  WHERE decision.case_id = ?1 AND appeal.outcome IS NULL`

const DECIDE_APPEAL = `
  UPDATE appeal SET outcome = ?2, explanation = ?3, decided_by = ?4, decided_at = ?5 WHERE reference = ?1`

const CORRECT_REPORTER_RECORDS = `
  UPDATE reporter_record SET upheld = max(0, upheld - 1), dismissed = dismissed + 1 WHERE user_id IN (
    SELECT reporter_id FROM report WHERE case_id = ?1 AND outcome = 'upheld' AND weight > 0)`
const INSERT_NOTICES = `
  INSERT INTO notice (id, user_id, kind, case_id, reference, created_at)
    SELECT lower(hex(randomblob(16))), reporter_id, 'outcome', case_id, reference, ?2 FROM report
    WHERE case_id = ?1 AND outcome = 'upheld' AND reporter_id IS NOT NULL`
const DELETE_NOTICES = `
  DELETE FROM notice WHERE kind = 'outcome' AND case_id = ?1 AND user_id IN (
    SELECT reporter_id FROM report WHERE case_id = ?1 AND outcome = 'upheld')`
const DISMISS_REPORTS = `
  UPDATE report SET outcome = 'dismissed' WHERE case_id = ?1 AND outcome = 'upheld'
  RETURNING reference, sealed_email AS sealed, language`

const DISMISS_REQUESTS = `
  UPDATE rights_request SET outcome = 'dismissed' WHERE case_id = ?1 AND outcome = 'upheld'
  RETURNING reference, sealed_form AS sealed, language`

/** Inverts the outcome of upheld reports and requests, and with it their reporters' records. */
const correctReports = (env: Env, caseId: string) => ({
  recordsCorrected: env.DB.prepare(CORRECT_REPORTER_RECORDS).bind(caseId),
  noticesReplaced: env.DB.prepare(DELETE_NOTICES).bind(caseId),
  noticesCorrected: env.DB.prepare(INSERT_NOTICES).bind(caseId, now(env)),
  corrected: env.DB.prepare(DISMISS_REPORTS).bind(caseId),
  refused: env.DB.prepare(DISMISS_REQUESTS).bind(caseId),
})

const IS_SUSPENDED = `SELECT 1 FROM user WHERE id = ?1 AND ${isSuspended('?2')}`

async function otherSuspension(
  env: Env,
  { authorId, authorLanguage }: DecidableCase,
): Promise<string[]> {
  const suspended =
    authorId && (await env.DB.prepare(IS_SUSPENDED).bind(authorId, now(env)).first())
  return suspended && authorLanguage
    ? [translator(authorLanguage)('moderation.told.stillSuspended')]
    : []
}

/**
 * Decides an appeal in one transaction. A reversal restores the post and ends the suspension.
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`); userPrivilegeNotFound for one's own decision if
 *   another person can decide, for a person with an equal or higher role, and for a moderator if an operator has
 *   suspended the account
 */
export const decideAppeal: Handler<'decideAppeal'> = async (c, decided) => {
  const { env } = c
  const { DB } = env
  const caller = c.var.person
  const { caseId, version, outcome, explanation } = decided
  const link = noticesLink(c)
  const caseRow = await decidableCase(env, caseId, caller.userId, { version, states: ['appealed'] })
  const appealed = await DB.prepare(APPEALED)
    .bind(caseId)
    .first<{ reference: string; decisionId: string; moderatorId: string | null }>()
  if (!appealed) throw new ServiceError('dataNotFound')
  checkAppeal(caller, caseRow, appealed.moderatorId)

  const { reference, decisionId } = appealed
  const { authorId } = caseRow
  const isReversed = outcome === 'reversed'
  const text = await textOf(env, caseRow)
  const cleared = isReversed ? await openCategories(env, caseId) : []
  const nowMs = now(env)
  const reversal = () => ({
    ...correctReports(env, caseId),
    reversal: insertDecision(env, {
      id: newId(),
      caseId,
      moderatorId: caller.userId,
      action: 'reverse',
      endsAt: null,
      ground: undefined,
      explanation,
      foundByFilter: false,
    }),
    suspensions: endSuspensions(env, [decisionId]),
    post: showPost(env, caseRow.commentId, text),
  })
  const { corrected, refused } = await changeCase<{ corrected?: Ended; refused?: Ended }>(
    env,
    caseRow,
    {
      ...(isReversed && reversal()),
      decided: DB.prepare(DECIDE_APPEAL).bind(
        reference,
        outcome,
        explanation,
        caller.userId,
        nowMs,
      ),
      closed: closeCase(env, caseId, clearedCategories(caseRow, cleared), false),
      erased: eraseTexts(env, caseId),
      notice: authorId
        ? [notifyAuthor(env, authorId, 'appeal', { caseId, decisionId, reference })]
        : [],
      audit: audit(env, caller, `appeal:${outcome}`, caseId, explanation),
    },
  )

  if (isReversed && caseRow.questionId) publish(c, caseRow.questionId)
  const details = [explanation, ...(isReversed ? await otherSuspension(env, caseRow) : [])]
  const kind = isReversed ? 'appealReversed' : 'appealUpheld'
  await queueMails(c, [
    ...(await outcomeMails(env, 'report', corrected?.results ?? [], 'dismissed')),
    ...(await outcomeMails(env, 'request', refused?.results ?? [], 'dismissed')),
    ...authorMail(caseRow, () => ({ kind, link, reference, details })),
  ])
  return [await readWholeCase(c, caseId, caller)]
}
