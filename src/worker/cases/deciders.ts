import { ranks } from '../../domain/moderation.ts'
import { isSuspended } from '../db/suspension.ts'

const RANKS = Object.entries(ranks).map(([role, rank]) => `WHEN '${role}' THEN ${rank}`)

const rankOf = (role: string) => `CASE ${role} ${RANKS.join(' ')} ELSE 0 END`

/** SQL: an operator's pause or ban, which only operators overrule, also once it has ended. */
export const IS_FOR_OPERATORS = `coalesce((
  SELECT role = 'operator' AND action IN ('decide:pause', 'decide:ban') FROM audit_log
  WHERE subject = moderation_case.id AND action LIKE 'decide:%' ORDER BY seq DESC LIMIT 1), 0)`

/** SQL: epoch milliseconds, where every undecided request waits for the author's reply. */
export const REPLY_DUE_AT = `
  (SELECT iif(count(*) = count(iif(reply IS NULL, reply_due_at, NULL)), min(reply_due_at), NULL)
    FROM rights_request WHERE case_id = moderation_case.id AND outcome IS NULL)`

/** SQL: the moderator of the decision that is appealed; NULL without an appeal that waits. */
export const APPEALED_MODERATOR = `
  iif(moderation_case.state = 'appealed', (SELECT moderator_id FROM decision
    WHERE case_id = moderation_case.id ORDER BY created_at DESC LIMIT 1), NULL)`

/** SQL: a request waits in the case. */
export const HAS_REQUEST = `EXISTS (
  SELECT 1 FROM rights_request WHERE case_id = moderation_case.id AND outcome IS NULL)`

/** SQL: the author with their highest role. */
export const JOIN_AUTHOR = `
  LEFT JOIN user AS author ON author.id = moderation_case.author_id
  LEFT JOIN user_role AS author_role ON author_role.user_id = author.id AND author_role.role = (
    SELECT highest.role FROM user_role AS highest WHERE highest.user_id = author.id
    ORDER BY ${rankOf('highest.role')} DESC LIMIT 1)`

/** SQL: number of people, except the caller and the author, who can sign in and decide the case (of one's own post: "none"). */
export const othersWhoDecide = (caller: string, now: string) =>
  `(SELECT count(DISTINCT user.id) FROM user_role JOIN user ON user.id = user_role.user_id
    WHERE user_role.role IN ('moderator', 'operator') AND user.id <> ${caller}
      AND user.activated_at IS NOT NULL AND user.removed_at IS NULL AND NOT ${isSuspended(now)}
      AND user.id IS NOT author.id
      AND (user_role.role = 'operator' OR NOT ${IS_FOR_OPERATORS})
      AND (author.id = ${caller} OR ${rankOf('user_role.role')} > ${rankOf('author_role.role')}))`

/** SQL: whether an operator has done what they can about a case: only others decide it, or its author is to reply. */
export const waitsForOthers = (operator: string, now: string) => `
  CASE WHEN moderation_case.state = 'appealed' AND author_role.role = 'operator' THEN 1
    WHEN ${operator} IN (author.id, ${APPEALED_MODERATOR}) THEN ${othersWhoDecide(operator, now)} > 0
    ELSE state = 'open' AND NOT is_urgent AND coalesce(${REPLY_DUE_AT}, 0) > ${now}
      AND filter IS NULL AND NOT EXISTS (
        SELECT 1 FROM report WHERE case_id = moderation_case.id AND outcome IS NULL) END`
