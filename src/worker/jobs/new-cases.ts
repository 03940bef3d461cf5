import { DAY_MS, HOUR_MS } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import { FIRST_LANGUAGE } from '../../domain/language.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { callWebhook } from '../http/post-json.ts'
import { deskLink, mailRoles } from '../mail/queue.ts'

const INTERVAL_MS = HOUR_MS
/** Lifetime of the row with the time of the last message; afterwards every waiting case counts as new. */
const RETENTION_MS = 30 * DAY_MS

const LAST = `
  SELECT coalesce((SELECT window_ends_at FROM attempt_counter WHERE name = 'newCases'), 0) AS endsAt`

/** `?1` is the time of the last message. */
const HAS_NEW = `
  SELECT 1 FROM moderation_case WHERE state <> 'closed' AND waiting_since > ?1 LIMIT 1`

const COUNTS = `
  SELECT count(*) AS waiting, coalesce(sum(waiting_since > ?1), 0) AS fresh,
    coalesce(sum(comment.hidden_at IS NOT NULL AND moderation_case.state = 'open'), 0) AS held
  FROM moderation_case LEFT JOIN comment ON comment.id = moderation_case.comment_id
  WHERE moderation_case.state <> 'closed'`

const STORE = `
  INSERT INTO attempt_counter (name, count, window_ends_at) VALUES ('newCases', 0, ?1)
  ON CONFLICT (name) DO UPDATE SET window_ends_at = excluded.window_ends_at`

interface Counts {
  fresh: number
  waiting: number
  held: number
}

/**
 * At most hourly, without user text (`docs/product.md#moderators-desk`).
 * @throws Error when the webhook refuses
 */
export async function notifyOfNewCases(env: Env): Promise<void> {
  const nowMs = now(env)
  const { endsAt } = (await env.DB.prepare(LAST).first<{ endsAt: number }>())!
  const lastMs = Math.max(0, endsAt - RETENTION_MS)
  if (lastMs > nowMs - INTERVAL_MS) return
  if (!(await env.DB.prepare(HAS_NEW).bind(lastMs).first())) return
  const counts = (await env.DB.prepare(COUNTS).bind(lastMs).first<Counts>())!
  const link = deskLink(env, '/operator/cases')
  const { moderationWebhook: url } = config(env)
  const textOf = (language: Language) => translator(language)('mail.newCases.counts', { ...counts })
  await (url
    ? callWebhook('moderation', url, {
        text: `${textOf(FIRST_LANGUAGE)} ${link}`,
        ...counts,
        link,
      })
    : mailRoles(env, ['moderator', 'operator'], (language) => ({
        kind: 'newCases',
        link,
        details: [textOf(language)],
      })))
  await env.DB.prepare(STORE)
    .bind(nowMs + RETENTION_MS)
    .run()
}
