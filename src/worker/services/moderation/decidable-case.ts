import type { CaseState, FoundBy, Role } from '../../../domain/moderation.ts'
import type { Language } from '../../../domain/language.ts'
import { outranks } from '../../../domain/moderation.ts'
import { now } from '../../config/clock.ts'
import { ownText } from '../../cases/hidden.ts'
import { IS_FOR_OPERATORS, JOIN_AUTHOR, othersWhoDecide } from '../../cases/deciders.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'

export interface Decider {
  userId: string
  role: Role
}

export interface DecidableCase {
  id: string
  version: number
  state: CaseState
  commentId: string
  questionId: string
  sealedText: string | null
  /** Empty while a decision hides the post. */
  postText: string | null
  clearedCategories: string
  authorId: string | null
  authorRole: Role | null
  authorEmail: string | null
  authorLanguage: Language | null
  isHidden: number
  foundBy: FoundBy
  /** JSON: ids of this case's decisions that suspend the account now. */
  suspensions: string
  /** The latest decision, apart from reversals, was appealed. */
  isAppealed: number
  isForOperators: number
  others: number
}

/** SQL: a filter, which always comes first; else the first report or request, if possible one not dismissed. */
const FOUND_BY = `iif(moderation_case.filter IS NOT NULL, 'filter', coalesce((
  SELECT kind FROM (
    SELECT 'report' AS kind, outcome, created_at FROM report WHERE case_id = moderation_case.id
    UNION ALL SELECT 'request', outcome, created_at FROM rights_request WHERE case_id = moderation_case.id)
  ORDER BY outcome IS 'dismissed', created_at LIMIT 1), 'report'))`

/** ?1: the case, ?2: the caller, ?3: now. */
const DECIDABLE_CASE = `
  SELECT moderation_case.id, moderation_case.version, moderation_case.state,
    moderation_case.comment_id AS commentId, moderation_case.question_id AS questionId,
    moderation_case.sealed_text AS sealedText, comment.text AS postText, moderation_case.fine_categories AS clearedCategories,
    author.id AS authorId, author_role.role AS authorRole, author.email AS authorEmail,
    author.language AS authorLanguage,
    coalesce(comment.hidden_at IS NOT NULL AND comment.deleted_at IS NULL, 0) AS isHidden, ${FOUND_BY} AS foundBy,
    (SELECT json_group_array(ban.id) FROM decision JOIN ban ON ban.id = decision.id
      WHERE decision.case_id = moderation_case.id AND (ban.ends_at IS NULL OR ban.ends_at > ?3)) AS suspensions,
    EXISTS (SELECT 1 FROM decision JOIN appeal ON appeal.decision_id = decision.id
      WHERE decision.case_id = moderation_case.id AND NOT EXISTS (SELECT 1 FROM decision AS later
        WHERE later.case_id = moderation_case.id AND later.action <> 'reverse'
          AND later.created_at > appeal.created_at)) AS isAppealed,
    ${IS_FOR_OPERATORS} AS isForOperators,
    ${othersWhoDecide('?2', '?3')} AS others
  FROM moderation_case
  LEFT JOIN comment ON comment.id = moderation_case.comment_id
  ${JOIN_AUTHOR}
  WHERE moderation_case.id = ?1`

const readCase = (env: Env, caseId: string, callerId: string) =>
  env.DB.prepare(DECIDABLE_CASE).bind(caseId, callerId, now(env)).first<DecidableCase>()

interface OfAuthor {
  caseId: string
  authorId: string | null
}

/** Whether the reader wrote the post, and others can decide: then they do not learn what others reported. */
export const isWithheld = async (env: Env, { caseId, authorId }: OfAuthor, readerId: string) =>
  authorId === readerId && ((await readCase(env, caseId, readerId))?.others ?? 0) > 0

export async function appealLimits(
  env: Env,
  {
    caseId,
    caller,
    moderatorId = null,
  }: { caseId: string; caller: Decider; moderatorId?: string | null },
) {
  const caseRow = await readCase(env, caseId, caller.userId)
  return {
    isOwnDecision: caseRow !== null && isDecidedByOther(caller, caseRow, moderatorId),
    isForOperators: caseRow !== null && isOperatorNeeded(caller, caseRow),
  }
}

/** @throws ServiceError userPrivilegeNotFound, as `appealLimits` */
export function checkAppeal(
  caller: Decider,
  caseRow: DecidableCase,
  moderatorId: string | null,
): void {
  checkRank(caller, caseRow, false)
  if (isOperatorNeeded(caller, caseRow) || isDecidedByOther(caller, caseRow, moderatorId))
    throw new ServiceError('userPrivilegeNotFound')
}

const isOperatorNeeded = ({ role }: Decider, { isForOperators }: DecidableCase) =>
  isForOperators === 1 && role !== 'operator'

const isDecidedByOther = ({ userId }: Decider, { others }: DecidableCase, by: string | null) =>
  by === userId && others > 0

/**
 * For another decision on a closed case: its effects are those of an appeal's reversal, or of a first decision.
 * @throws ServiceError userPrivilegeNotFound; dataNotAvailable (`version`) where the decision is final
 */
export function checkReplacement(caller: Decider, caseRow: DecidableCase, isKept: boolean): void {
  checkRank(caller, caseRow, false)
  if (isOperatorNeeded(caller, caseRow)) throw new ServiceError('userPrivilegeNotFound')
  if (!isKept || !caseRow.authorId || caseRow.isAppealed) throw changed()
}

/**
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`) when the case has changed since the caller read it
 */
export async function decidableCase(
  env: Env,
  caseId: string,
  callerId: string,
  expected: { version: number; states: readonly CaseState[] },
): Promise<DecidableCase> {
  const caseRow = await readCase(env, caseId, callerId)
  if (!caseRow) throw new ServiceError('dataNotFound')
  if (caseRow.version !== expected.version || !expected.states.includes(caseRow.state))
    throw changed()
  return caseRow
}

export const changed = () => notAvailable('version')

/**
 * A moderator cannot act on a person with an equal or higher role. "None" affects no person: equals may decide it,
 * and the author only if no one else can.
 * @throws ServiceError userPrivilegeNotFound
 */
export function checkRank(
  caller: Decider,
  { authorId, authorRole, others }: DecidableCase,
  isNone: boolean,
): void {
  const isAllowed = isNone
    ? authorId !== caller.userId || others === 0
    : outranks(caller.role, authorRole)
  if (!isAllowed) throw new ServiceError('userPrivilegeNotFound')
}

/** The post's text or the case's copy; empty when both are erased. */
export const textOf = (env: Env, { commentId: id, postText, sealedText }: DecidableCase) =>
  ownText(env, { id, text: postText ?? '', sealedText })
