import { ownSuggestionSchema } from '../../contract/calls/suggestion.ts'
import { keychainOf } from '../../domain/keychains.ts'
import { batch } from '../db/database.ts'
import { shownRow } from '../db/shown-row.ts'
import { opened } from '../keys/seal.ts'

export const OWN_SUGGESTIONS = `
  SELECT id AS suggestionId, day, text, language AS lang, is_credited AS isCredited,
    CASE WHEN decided_at IS NULL THEN 'waiting' WHEN pack_question_id IS NULL THEN 'declined' ELSE 'chosen' END AS state
  FROM suggestion WHERE user_id = ?1 ORDER BY day DESC LIMIT ?2`

const MAX_ENTRIES = 1000

const REPORTS = `
  SELECT report.reference, report.category, report.sealed_form AS sealedForm,
    moderation_case.comment_id AS commentId, report.created_at AS reportedAt, report.outcome
  FROM report JOIN moderation_case ON moderation_case.id = report.case_id
  WHERE report.reporter_id = ?1 ORDER BY report.created_at DESC LIMIT ${MAX_ENTRIES}`

const DECISIONS = `
  SELECT nullif(moderation_case.comment_id, moderation_case.id) AS commentId, decision.action,
    decision.ends_at AS until, decision.ended_at AS endedAt,
    decision.ground_kind AS groundKind, decision.ground, decision.explanation, decision.created_at AS decidedAt
  FROM moderation_case JOIN decision ON decision.case_id = moderation_case.id
  WHERE moderation_case.author_id = ?1 ORDER BY decision.created_at DESC LIMIT ${MAX_ENTRIES}`

const APPEALS = `
  SELECT reference, sealed_text AS sealedText, created_at AS appealedAt, outcome, explanation
  FROM appeal WHERE author_id = ?1 ORDER BY created_at DESC LIMIT ${MAX_ENTRIES}`

const MUTES = `
  SELECT user.username, mute.created_at AS mutedAt FROM mute JOIN user ON user.id = mute.muted_id
  WHERE mute.user_id = ?1 ORDER BY mute.created_at DESC LIMIT ${MAX_ENTRIES}`

const REMINDERS = `
  SELECT channel, hour, time_zone AS timeZone FROM reminder
  WHERE user_id = ?1 AND due_at IS NOT NULL`

const SUBSCRIPTIONS = `
  SELECT endpoint, created_at AS subscribedAt FROM push_subscription
  WHERE user_id = ?1 ORDER BY created_at`

const SESSIONS = `
  SELECT device_name AS deviceName, created_at AS signedInAt, COALESCE(used_at, created_at) AS usedAt, local_ip AS ip,
    local_region AS region, local_language AS language, resolution, timezone_offset AS timezoneOffset
  FROM session WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ${MAX_ENTRIES}`

const PASSKEYS = `
  SELECT aaguid, created_at AS createdAt, used_at AS usedAt FROM passkey
  WHERE user_id = ?1 ORDER BY created_at`

const SUGGESTIONS = OWN_SUGGESTIONS.replace('?2', String(MAX_ENTRIES))

/** The columns that are read here; the export takes the others as they are. */
type Rows = {
  reports: { reference: string; sealedForm: string | null }
  appeals: { reference: string; sealedText: string }
  passkeys: { aaguid: string }
} & Record<
  'decisions' | 'mutes' | 'reminders' | 'subscriptions' | 'suggestions' | 'sessions',
  object
>

/** A person's data other than posts, for their export. Times in epoch milliseconds. */
export async function ownRecord(env: Env, userId: string) {
  const bound = (sql: string) => env.DB.prepare(sql).bind(userId)
  const rows = await batch<Rows>(env.DB, {
    reports: bound(REPORTS),
    decisions: bound(DECISIONS),
    appeals: bound(APPEALS),
    mutes: bound(MUTES),
    reminders: bound(REMINDERS),
    subscriptions: bound(SUBSCRIPTIONS),
    suggestions: bound(SUGGESTIONS),
    sessions: bound(SESSIONS),
    passkeys: bound(PASSKEYS),
  })
  const results = Object.entries(rows).map(([name, one]) => [name, one.results])
  return {
    ...(Object.fromEntries(results) as Record<keyof Rows, object[]>),
    reports: rows.reports.results.map(({ sealedForm, ...report }) => {
      const form = opened(env, report.reference, sealedForm)
      return { ...report, ...(form !== undefined && { form }) }
    }),
    appeals: rows.appeals.results.map(({ sealedText, ...made }) => {
      const text = opened<string>(env, made.reference, sealedText)
      return { ...made, ...(text !== undefined && { text }) }
    }),
    suggestions: rows.suggestions.results.map((row) => shownRow(ownSuggestionSchema, row)),
    passkeys: rows.passkeys.results.map(({ aaguid, ...dates }) => ({
      keychain: keychainOf(aaguid),
      ...dates,
    })),
  }
}
