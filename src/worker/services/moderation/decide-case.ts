import { audit } from '../../cases/audit.ts'
import {
  endSuspensions,
  insertDecision,
  insertSuspension,
  type NewDecision,
  notifyAuthor,
  suspensionEnd,
} from '../../cases/decision.ts'
import { type Ended, outcomeMails } from '../../cases/outcome-mails.ts'
import { noticesLink, statementOfReasons } from '../../cases/statement.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable } from '../../http/service.ts'
import { publish } from '../../live/publish.ts'
import { queueMails } from '../../mail/queue.ts'
import { readWholeCase } from './case-detail.ts'
import { checkRank, checkReplacement, decidableCase, textOf } from './decidable-case.ts'
import {
  authorMail,
  changeCase,
  clearedCategories,
  closeCase,
  correctReports,
  endReports,
  eraseTexts,
  hidePost,
  keepText,
  otherSuspension,
  showPost,
} from './decision-statements.ts'
import { translator } from '../../../i18n/server.ts'

/**
 * Decides a case in one transaction. A decision on a closed case replaces the earlier one, while its text is kept.
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`, `until`, `ground`, `explanation`, `action`); userPrivilegeNotFound
 */
export const decideCase: Handler<'decideCase'> = async (c, decided) => {
  const { env } = c
  const caller = c.var.person
  const { caseId, version, action, ground, explanation = '', refusalReason } = decided
  const isNone = action === 'none'
  const endsAt = suspensionEnd(env, action === 'pause', decided.until)
  if (!isNone && !ground) throw notAvailable('ground')
  const link = noticesLink(c)
  const caseRow = await decidableCase(env, caseId, caller.userId, {
    version,
    states: ['open', 'closed'],
  })
  const { authorId, foundBy } = caseRow
  const text = textOf(env, caseRow)
  const isReversal = isNone && caseRow.state === 'closed'
  const isKept = text !== '' && (!isReversal || caseRow.isHidden === 1)
  if (caseRow.state === 'closed') checkReplacement(caller, caseRow, isKept)
  else checkRank(caller, caseRow, isNone)
  if ((!isNone || isReversal) && !explanation) throw notAvailable('explanation')
  const isOnAccount = action === 'pause' || action === 'ban'
  if (isOnAccount && !authorId) throw notAvailable('action')

  const decision: NewDecision = {
    id: newId(),
    caseId,
    moderatorId: caller.userId,
    action: isReversal ? 'reverse' : action,
    endsAt,
    ground,
    explanation,
    foundBy,
  }
  const isAuthorNotified = authorId !== null && (!isNone || caseRow.isHidden === 1)
  const ended = JSON.parse(caseRow.suspensions) as string[]
  const outcome = isNone ? 'dismissed' : 'upheld'
  const operator = caller.role === 'operator' ? caller.role : undefined
  const refusal = isNone ? refusalReason : ''
  const why = [ground?.text, explanation, refusal].filter(Boolean).join(' — ')
  type Rows = { reports: Ended; requests: Ended; corrected?: Ended; refused?: Ended }
  const { reports, requests, corrected, refused } = await changeCase<Rows>(env, caseRow, {
    ...endReports(env, caseId, outcome),
    // An open case has new reports only: those of an earlier decision stay, unless it is taken back.
    ...((isNone || caseRow.state === 'closed') && correctReports(env, caseId, outcome)),
    decision: insertDecision(env, decision),
    kept: isNone || caseRow.sealedText ? [] : [keepText(env, caseId, caseRow.commentId, text)],
    closed: closeCase(env, caseId, await clearedCategories(env, caseRow, isNone), !isNone),
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
  const mayOutlast = endsAt || (ended.length > 0 && action !== 'ban')
  const others = mayOutlast ? await otherSuspension(env, caseRow, endsAt) : []

  publish(c, caseRow.questionId)
  await queueMails(c, [
    ...outcomeMails(env, 'report', reports.results, outcome),
    ...outcomeMails(env, 'report', corrected?.results ?? [], outcome),
    ...outcomeMails(env, 'request', refused?.results ?? [], outcome, refusal),
    ...outcomeMails(env, 'request', requests.results, outcome, refusal),
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
          const statement = { action, endsAt, ground, explanation, foundBy, text }
          const details = statementOfReasons(language, statement)
          const isLifted = !isOnAccount && ended.length > 0 && others.length === 0
          details.push(...(isLifted ? [translator(language)('moderation.told.lifted')] : others))
          return { kind: 'decision', link, details }
        })),
  ])
  return [await readWholeCase(c, caseId, caller)]
}
