import type { FoundPerson } from '../../../contract/calls/operator-people.ts'
import { MAX_COUNTED, roles } from '../../../domain/moderation.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { MAX_LISTED } from '../../../domain/username.ts'
import { isUndeleted, newestFirst } from '../../db/comment.ts'
import { IS_SOCIAL } from '../../identity/authorize.ts'
import { decisionJson } from '../../cases/decision.ts'

const MAX_SESSIONS = 20
const MAX_CASES = 20
const MAX_POSTS = 10

const runningSuspensions = (userId: string) => `ban
  WHERE ban.user_id = ${userId} AND (ban.ends_at IS NULL OR ban.ends_at > ?2)`

export const runningSuspensionIds = (userId: string) => `
  (SELECT json_group_array(id) FROM (SELECT id FROM ${runningSuspensions(userId)} ORDER BY id))`

/** SQL: a `DecisionRow` of each decision of a case, newest first. */
const DECISIONS = `(
  SELECT json_group_array(json_object('decision', made || '', 'moderator', moderator)) FROM (
    SELECT ${decisionJson} AS made, (SELECT username FROM user WHERE id = moderator_id) AS moderator
    FROM decision WHERE case_id = moderation_case.id ORDER BY created_at DESC))`

/** SQL: `roles` and the `suspension` that ends last, as JSON. */
const STANDING = `username, (SELECT json_group_array(role) FROM user_role WHERE user_id = user.id) AS roles,
  (SELECT json_object('suspensionId', id, 'until', ends_at / 1000, 'reason', reason) FROM ${runningSuspensions('user.id')}
    ORDER BY ends_at IS NULL DESC, ends_at DESC LIMIT 1) AS suspension`

/** `ids` are limited first, since the standing of each person is a query. */
const listed = (ids: string) => `
  SELECT ${STANDING} FROM user WHERE id IN (${ids}) AND removed_at IS NULL
  ORDER BY suspension IS NULL, username_key`
/** Those with a role or suspended. */
export const NOTED = listed(`
  SELECT user_id FROM user_role WHERE role IN (${roles.map((role) => `'${role}'`).join()}) UNION
  SELECT * FROM (SELECT DISTINCT user_id FROM ban WHERE ends_at IS NULL OR ends_at > ?2
    ORDER BY ends_at IS NULL, ends_at LIMIT ${MAX_LISTED})`)
/** Those whose name begins with ?1. */
export const BEGINS = listed(`
  SELECT id FROM user WHERE username_key >= ?1 AND username_key < ?1 || '~' ORDER BY username_key LIMIT ${MAX_LISTED}`)

/** SQL: a person; `where` uses ?1. ?2: now. */
const personWhere = (where: string) => `
  SELECT id AS userId, ${STANDING}, email, email_key AS emailKey, language, created_at / 1000 AS createdAt,
    activated_at IS NOT NULL AS isActivated,
    ${IS_SOCIAL} AS isSocial,
    activated_at IS NULL OR EXISTS (SELECT 1 FROM issued_passcode WHERE holder = user.id
      AND purpose = ${passcodePurpose.passwordReset} AND expires_at > ?2) AS awaitsCode,
    (SELECT count(*) FROM (
      SELECT 1 FROM comment WHERE user_id = user.id AND ${isUndeleted} LIMIT ${MAX_COUNTED})) AS posts,
    ${runningSuspensionIds('user.id')} AS suspensionIds,
    (SELECT json_group_array(json_object('commentId', id, 'questionId', question_id, 'text', text,
      'sealedText', sealed, 'isHidden', json(iif(hidden_at IS NULL, 'false', 'true')), 'postedAt', created_at / 1000)) FROM (
      SELECT *, iif(text = '', (SELECT sealed_text FROM moderation_case WHERE comment_id = comment.id), NULL) AS sealed
      FROM comment WHERE user_id = user.id AND ${isUndeleted}
      ORDER BY ${newestFirst} LIMIT ${MAX_POSTS})) AS latestPosts,
    EXISTS (SELECT 1 FROM ${runningSuspensions('user.id')} AND role IS NOT 'moderator') AS isLiftRestricted,
    (SELECT json_group_array(json_object('startedAt', created_at / 1000,
      'device', coalesce(device_name, 'unknown'), 'region', coalesce(local_region, ''))) FROM (
      SELECT * FROM session WHERE user_id = user.id AND expires_at > ?2
      ORDER BY created_at DESC LIMIT ${MAX_SESSIONS})) AS sessions,
    (SELECT json_group_array(json_object('caseId', id, 'state', state, 'openedAt', opened_at / 1000,
      'commentId', comment_id, 'text', text, 'sealedText', sealed_text, 'decisions', json(decisions),
      'isPublic', json(iif(is_public, 'true', 'false')))) FROM (
      SELECT id, state, opened_at, comment_id, sealed_text, ${DECISIONS} AS decisions,
        (SELECT text FROM comment WHERE id = comment_id) AS text,
        EXISTS (SELECT 1 FROM comment WHERE id = comment_id AND hidden_at IS NULL AND ${isUndeleted}) AS is_public
      FROM moderation_case WHERE author_id = user.id
      ORDER BY state = 'closed', coalesce(
        (SELECT max(created_at) FROM decision WHERE case_id = moderation_case.id), opened_at) DESC LIMIT ${MAX_CASES})) AS cases
  FROM user WHERE ${where} AND removed_at IS NULL`

export const byId = personWhere('id = ?1')
export const byUsername = personWhere('username_key = ?1')
export const byEmail = personWhere('email_key = ?1')

/** `roles`, `suspension` (the last to end), `latestPosts`, `sessions` and `cases` are JSON. */
export interface PersonRow extends Pick<FoundPerson, 'userId' | 'username' | 'language'> {
  email: string
  emailKey: string
  isActivated: number
  isSocial: number
  awaitsCode: number
  roles: string
  suspensionIds: string
  suspension: string | null
  /** Only operators can end one of the active suspensions: an operator's own, or one of a case. */
  isLiftRestricted: number
  latestPosts: string
  cases: string
}
