import type { CaseState, Role } from '../../../domain/moderation.ts'
import type { Language } from '../../../domain/language.ts'
import { outranks } from '../../../domain/moderation.ts'
import { ServiceError } from '../../http/service.ts'

/** What a decision on a case goes by. */
export interface CaseStanding {
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

const RANK = (role: string) =>
  `CASE ${role} WHEN 'operator' THEN 3 WHEN 'moderator' THEN 2 WHEN 'editor' THEN 1 ELSE 0 END`

const STANDING = `
  SELECT moderation_case.id, moderation_case.version, moderation_case.state,
    moderation_case.comment_id AS commentId, moderation_case.question_id AS questionId,
    moderation_case.sealed_text AS sealedText, moderation_case.fine_categories AS fineCategories,
    author.id AS authorId, author_role.role AS authorRole, author.email AS authorEmail,
    author.language AS authorLanguage,
    coalesce(comment.hidden_at IS NOT NULL AND comment.deleted_at IS NULL, 0) AS isHidden,
    (SELECT count(DISTINCT user_role.user_id) FROM user_role
      WHERE user_role.role IN ('moderator', 'operator') AND user_role.user_id <> ?2
        AND user_role.user_id IS NOT author.id
        AND ${RANK('user_role.role')} > ${RANK('author_role.role')}) AS others
  FROM moderation_case
  LEFT JOIN comment ON comment.id = moderation_case.comment_id
  LEFT JOIN user AS author ON author.id = moderation_case.author_id
  LEFT JOIN user_role AS author_role ON author_role.user_id = author.id AND author_role.role = (
    SELECT highest.role FROM user_role AS highest WHERE highest.user_id = author.id
    ORDER BY ${RANK('highest.role')} DESC LIMIT 1)
  WHERE moderation_case.id = ?1`

/** @throws ServiceError dataNotFound; dataNotAvailable (`version`) when the case is not as the caller has read it */
export async function caseStanding(
  env: Env,
  caseId: string,
  callerId: string,
  expected: { version: number; state: CaseState },
): Promise<CaseStanding> {
  const found = await env.DB.prepare(STANDING).bind(caseId, callerId).first<CaseStanding>()
  if (!found) throw new ServiceError('dataNotFound')
  if (found.version !== expected.version || found.state !== expected.state) throw changed()
  return found
}

/** The case is not as it was read. */
export const changed = () => new ServiceError('dataNotAvailable', { field: 'version' })

/**
 * Nobody acts on a person with an equal or higher role. "None" acts on nobody: equals may, and the author only without
 * another person to decide.
 * @throws ServiceError userPrivilegeNotFound
 */
export function checkRank(
  caller: { userId: string; role: Role },
  { authorId, authorRole, others }: CaseStanding,
  isNone: boolean,
): void {
  const isAllowed = isNone
    ? authorId !== caller.userId || others === 0
    : outranks(caller.role, authorRole)
  if (!isAllowed) throw new ServiceError('userPrivilegeNotFound')
}
