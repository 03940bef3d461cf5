import type { CaseState, Role } from '../../../domain/moderation.ts'
import type { Language } from '../../../domain/language.ts'
import { outranks, ranks } from '../../../domain/moderation.ts'
import { ServiceError } from '../../http/service.ts'

/** A case with what decides who may decide it. */
export interface DecidableCase {
  id: string
  version: number
  state: CaseState
  commentId: string
  questionId: string
  sealedText: string | null
  fineCategories: string
  authorId: string | null
  authorRole: Role | null
  authorEmail: string | null
  authorLanguage: Language | null
  isHidden: number
  /** People other than ?2, the caller, and the author, with a role that may act on the author. */
  others: number
}

const RANKS = Object.entries(ranks).map(([role, rank]) => `WHEN '${role}' THEN ${rank}`)

/** SQL: the rank of a role, 0 for none. */
const rankOf = (role: string) => `CASE ${role} ${RANKS.join(' ')} ELSE 0 END`

const DECIDABLE_CASE = `
  SELECT moderation_case.id, moderation_case.version, moderation_case.state,
    moderation_case.comment_id AS commentId, moderation_case.question_id AS questionId,
    moderation_case.sealed_text AS sealedText, moderation_case.fine_categories AS fineCategories,
    author.id AS authorId, author_role.role AS authorRole, author.email AS authorEmail,
    author.language AS authorLanguage,
    coalesce(comment.hidden_at IS NOT NULL AND comment.deleted_at IS NULL, 0) AS isHidden,
    (SELECT count(DISTINCT user_role.user_id) FROM user_role
      WHERE user_role.role IN ('moderator', 'operator') AND user_role.user_id <> ?2
        AND user_role.user_id IS NOT author.id
        AND ${rankOf('user_role.role')} > ${rankOf('author_role.role')}) AS others
  FROM moderation_case
  LEFT JOIN comment ON comment.id = moderation_case.comment_id
  LEFT JOIN user AS author ON author.id = moderation_case.author_id
  LEFT JOIN user_role AS author_role ON author_role.user_id = author.id AND author_role.role = (
    SELECT highest.role FROM user_role AS highest WHERE highest.user_id = author.id
    ORDER BY ${rankOf('highest.role')} DESC LIMIT 1)
  WHERE moderation_case.id = ?1`

const readCase = (env: Env, caseId: string, callerId: string) =>
  env.DB.prepare(DECIDABLE_CASE).bind(caseId, callerId).first<DecidableCase>()

/** Somebody other than the caller and the author may decide the case: then nobody decides an appeal against themselves. */
export async function hasOtherDecider(env: Env, caseId: string, callerId: string) {
  const found = await readCase(env, caseId, callerId)
  return found !== null && found.others > 0
}

/** @throws ServiceError dataNotFound; dataNotAvailable (`version`) when the case is not as the caller has read it */
export async function decidableCase(
  env: Env,
  caseId: string,
  callerId: string,
  expected: { version: number; states: readonly CaseState[] },
): Promise<DecidableCase> {
  const found = await readCase(env, caseId, callerId)
  if (!found) throw new ServiceError('dataNotFound')
  if (found.version !== expected.version || !expected.states.includes(found.state)) throw changed()
  return found
}

/** Another moderator has changed the case since it was read. */
export const changed = () => new ServiceError('dataNotAvailable', { field: 'version' })

/**
 * A moderator cannot act on a person with an equal or higher role. "None" acts on no person: equals may decide it, and the
 * author only where no one else can.
 * @throws ServiceError userPrivilegeNotFound
 */
export function checkRank(
  caller: { userId: string; role: Role },
  { authorId, authorRole, others }: DecidableCase,
  isNone: boolean,
): void {
  const isAllowed = isNone
    ? authorId !== caller.userId || others === 0
    : outranks(caller.role, authorRole)
  if (!isAllowed) throw new ServiceError('userPrivilegeNotFound')
}
