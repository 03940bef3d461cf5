import type { Language } from '../../../domain/language.ts'
import { APPEAL_TIME_MS, isMutable, type ReportCategory } from '../../../domain/moderation.ts'
import { translator } from '../../../i18n/server.ts'
import { tellReporters } from '../../cases/outcome-mails.ts'
import { now } from '../../config/clock.ts'
import {
  batchOrRefuse,
  requireState,
  type ResultsOf,
  type RowsByName,
  type StatementsFor,
} from '../../db/database.ts'
import { isSuspended } from '../../db/suspension.ts'
import { seal } from '../../keys/seal.ts'
import type { MailMessage } from '../../mail/render.ts'
import { changed, type DecidableCase } from './decidable-case.ts'

const IS_AS_READ =
  'EXISTS (SELECT 1 FROM moderation_case WHERE id = ?1 AND version = ?2 AND state = ?3)'

/**
 * Changes a case in one transaction.
 * @throws ServiceError dataNotAvailable (`version`) when somebody else has changed it
 */
export async function changeCase<Rows extends RowsByName>(
  env: Env,
  { id, version, state }: { id: string; version: number; state: string },
  statements: StatementsFor<Rows>,
): Promise<ResultsOf<Rows>> {
  const required = requireState(env, IS_AS_READ, id, version, state)
  return batchOrRefuse<Rows>(env, { required, ...statements }, changed)
}

const CLOSE = `
  UPDATE moderation_case SET state = 'closed', score = 0, is_urgent = 0, version = version + 1, fine_categories = ?2,
    sealed_text = iif(?3 IS NULL, NULL, sealed_text), expires_at = ?3
  WHERE id = ?1`

export function closeCase(
  env: Env,
  id: string,
  clearedCategories: readonly string[],
  keepsText: boolean,
): D1PreparedStatement {
  const expiresAt = keepsText ? now(env) + APPEAL_TIME_MS : null
  return env.DB.prepare(CLOSE).bind(id, JSON.stringify(clearedCategories), expiresAt)
}

const KEEP_TEXT = `
  UPDATE moderation_case SET sealed_text = ?2 WHERE id = ?1
    AND EXISTS (SELECT 1 FROM comment WHERE id = comment_id AND deleted_at IS NULL)`

/** Keeps the text of a visible post again, before `hidePost` erases it. */
export const keepText = (env: Env, id: string, commentId: string, text: string) =>
  env.DB.prepare(KEEP_TEXT).bind(id, seal(env, 'moderation', commentId, text))

const HIDE = `
  UPDATE comment SET hidden_at = coalesce(hidden_at, ?2), text = '' WHERE id = ?1 AND deleted_at IS NULL`
const SHOW = `
  UPDATE comment SET hidden_at = NULL, text = ?2
  WHERE id = ?1 AND deleted_at IS NULL AND hidden_at IS NOT NULL AND ?2 <> ''`

/** Hides the post permanently; only the case keeps its text. */
export const hidePost = (env: Env, commentId: string) =>
  env.DB.prepare(HIDE).bind(commentId, now(env))

/** Restores a hidden post, whose own text was erased. */
export const showPost = (env: Env, commentId: string, text: string) =>
  env.DB.prepare(SHOW).bind(commentId, text)

/** Counts only open reports with a weight in each person's record. */
const COUNT_OUTCOMES = `
  INSERT INTO reporter_record (user_id, upheld, dismissed)
  SELECT reporter_id, ?2 = 'upheld', ?2 = 'dismissed' FROM report
  WHERE case_id = ?1 AND outcome IS NULL AND weight > 0 AND reporter_id IS NOT NULL
  ON CONFLICT (user_id) DO UPDATE SET
    upheld = upheld + excluded.upheld, dismissed = dismissed + excluded.dismissed`

const TELL_REPORTERS = tellReporters('case_id = ?1 AND outcome IS ?3')

const END_REPORTS = `
  UPDATE report SET outcome = ?2, newcomer_key = NULL WHERE case_id = ?1 AND outcome IS ?3
  RETURNING reference, sealed_email AS sealed, language, ?3 IS NOT NULL AS isChange`

const END_REQUESTS = `
  UPDATE rights_request SET outcome = ?2, decided_at = ?4 WHERE case_id = ?1 AND outcome IS ?3
  RETURNING reference, sealed_form AS sealed, language, ?3 IS NOT NULL AS isChange`

export function endReports(env: Env, caseId: string, outcome: 'upheld' | 'dismissed') {
  const nowMs = now(env)
  return {
    records: env.DB.prepare(COUNT_OUTCOMES).bind(caseId, outcome),
    notices: env.DB.prepare(TELL_REPORTERS).bind(caseId, nowMs, null),
    reports: env.DB.prepare(END_REPORTS).bind(caseId, outcome, null),
    requests: env.DB.prepare(END_REQUESTS).bind(caseId, outcome, null, nowMs),
  }
}

/** ?2: the outcome until now; ?3: 1 if upheld from now on, else -1. */
const CORRECT_REPORTER_RECORDS = `
  UPDATE reporter_record SET upheld = max(0, upheld + ?3 * reports), dismissed = max(0, dismissed - ?3 * reports)
  FROM (SELECT reporter_id, count(*) AS reports FROM report
    WHERE case_id = ?1 AND outcome = ?2 AND weight > 0 GROUP BY reporter_id) WHERE user_id = reporter_id`
const DELETE_NOTICES = `
  DELETE FROM notice WHERE kind = 'outcome' AND case_id = ?1 AND user_id IN (
    SELECT reporter_id FROM report WHERE case_id = ?1 AND outcome = ?2)`
/** Inverts the outcome of reports and requests that had the other one, and with it their reporters' records. */
export function correctReports(env: Env, caseId: string, outcome: 'upheld' | 'dismissed') {
  const isUpheld = outcome === 'upheld'
  const former = isUpheld ? 'dismissed' : 'upheld'
  return {
    recordsCorrected: env.DB.prepare(CORRECT_REPORTER_RECORDS).bind(
      caseId,
      former,
      isUpheld ? 1 : -1,
    ),
    noticesReplaced: env.DB.prepare(DELETE_NOTICES).bind(caseId, former),
    noticesCorrected: env.DB.prepare(TELL_REPORTERS).bind(caseId, now(env), former),
    corrected: env.DB.prepare(END_REPORTS).bind(caseId, outcome, former),
    refused: env.DB.prepare(END_REQUESTS).bind(caseId, outcome, former, now(env)),
  }
}

const IS_SUSPENDED = `SELECT 1 FROM user WHERE id = ?1 AND ${isSuspended('?2')}`

/** Sentences for a person whom another decision suspends: still, or past the end of this one's pause. */
export async function otherSuspension(
  env: Env,
  { authorId, authorLanguage }: DecidableCase,
  pauseEndsAt: number | null = null,
): Promise<string[]> {
  const at = pauseEndsAt ?? now(env)
  const suspended = authorId && (await env.DB.prepare(IS_SUSPENDED).bind(authorId, at).first())
  if (!suspended || !authorLanguage) return []
  const name = pauseEndsAt ? 'longerSuspended' : 'stillSuspended'
  return [translator(authorLanguage)(`moderation.told.${name}`)]
}

const CATEGORIES = 'SELECT DISTINCT category FROM report WHERE case_id = ?1'

/** A case's cleared categories; a decision in favour of the post clears those reported too. */
export async function clearedCategories(
  env: Env,
  { id, clearedCategories }: DecidableCase,
  isInFavour: boolean,
): Promise<string[]> {
  const known = JSON.parse(clearedCategories) as string[]
  if (!isInFavour) return known
  const { results } = await env.DB.prepare(CATEGORIES).bind(id).all<{ category: ReportCategory }>()
  return [...new Set([...known, ...results.map(({ category }) => category).filter(isMutable)])]
}

const ERASE = [
  'UPDATE moderation_case SET sealed_text = NULL, expires_at = NULL WHERE id = ?1',
  'UPDATE report SET sealed_form = NULL, sealed_email = NULL WHERE case_id = ?1',
  "UPDATE rights_request SET sealed_form = '', sealed_reply = NULL WHERE case_id = ?1",
  "UPDATE appeal SET sealed_text = '' WHERE decision_id IN (SELECT id FROM decision WHERE case_id = ?1)",
]

/** For a case that cannot be appealed any more. */
export const eraseTexts = (env: Env, caseId: string): D1PreparedStatement[] =>
  ERASE.map((sql) => env.DB.prepare(sql).bind(caseId))

export function authorMail(
  { authorId, authorEmail, authorLanguage }: DecidableCase,
  mailIn: (language: Language) => Omit<MailMessage, 'to' | 'language' | 'userId'>,
): MailMessage[] {
  if (!authorId || !authorEmail || !authorLanguage) return []
  const to = { to: authorEmail, language: authorLanguage, userId: authorId }
  return [{ ...to, ...mailIn(authorLanguage) }]
}
