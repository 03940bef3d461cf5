import { audit } from '../../cases/audit.ts'
import { endSuspensions, insertDecision, notifyAuthor } from '../../cases/decision.ts'
import { type Ended, outcomeMails } from '../../cases/outcome-mails.ts'
import { noticesLink } from '../../cases/statement.ts'
import { translator } from '../../../i18n/server.ts'
import { now } from '../../config/clock.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { publish } from '../../live/publish.ts'
import { queueMails } from '../../mail/queue.ts'
import { readWholeCase } from './case-detail.ts'
import { checkAppeal, decidableCase, textOf } from './decidable-case.ts'
import {
  authorMail,
  changeCase,
  clearedCategories,
  closeCase,
  correctReports,
  eraseTexts,
  otherSuspension,
  showPost,
} from './decision-statements.ts'

const APPEALED = `
  SELECT appeal.reference, appeal.decision_id AS decisionId, decision.moderator_id AS moderatorId
  FROM decision JOIN appeal ON appeal.decision_id = decision.id
  WHERE decision.case_id = ?1 AND appeal.outcome IS NULL`

const DECIDE_APPEAL = `
  UPDATE appeal SET outcome = ?2, explanation = ?3, decided_by = ?4, decided_at = ?5 WHERE reference = ?1`

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
  const { caseId, version, outcome, explanation, refusalReason } = decided
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
  const text = textOf(env, caseRow)
  const cleared = await clearedCategories(env, caseRow, isReversed)
  const nowMs = now(env)
  const why = [explanation, isReversed && refusalReason].filter(Boolean).join(' — ')
  const reversal = () => ({
    ...correctReports(env, caseId, 'dismissed'),
    reversal: insertDecision(env, {
      id: newId(),
      caseId,
      moderatorId: caller.userId,
      action: 'reverse',
      endsAt: null,
      ground: undefined,
      explanation,
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
      closed: closeCase(env, caseId, cleared, false),
      erased: eraseTexts(env, caseId),
      notice: authorId
        ? [notifyAuthor(env, authorId, 'appeal', { caseId, decisionId, reference })]
        : [],
      audit: audit(env, caller, `appeal:${outcome}`, caseId, why),
    },
  )

  if (isReversed && caseRow.questionId) publish(c, caseRow.questionId)
  const others = isReversed ? await otherSuspension(env, caseRow) : []
  const kind = isReversed ? 'appealReversed' : 'appealUpheld'
  await queueMails(c, [
    ...outcomeMails(env, 'report', corrected?.results ?? [], 'dismissed'),
    ...outcomeMails(env, 'request', refused?.results ?? [], 'dismissed', refusalReason),
    ...authorMail(caseRow, (language) => {
      const t = translator(language)
      const isShown = isReversed && caseRow.isHidden
      const isLifted = isReversed && caseRow.suspensions !== '[]' && others.length === 0
      const undone = [
        isShown && t('moderation.told.shown'),
        isLifted && t('moderation.told.lifted'),
      ].filter((sentence) => typeof sentence === 'string')
      return { kind, link, reference, details: [explanation, ...undone, ...others] }
    }),
  ])
  return [await readWholeCase(c, caseId, caller)]
}
