import { HOUR_MS } from '../../domain/durations.ts'
import { FIRST_LANGUAGE, type Language } from '../../domain/language.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { readSetting, writeSetting } from '../db/setting.ts'
import { callWebhook } from '../http/post-json.ts'
import { deskLink, mailRoles } from '../mail/queue.ts'

const INTERVAL_MS = HOUR_MS

/** `?1` is the time of the last message. */
const HAS_NEW = `
  SELECT 1 FROM moderation_case WHERE state <> 'closed' AND waiting_since > ?1 LIMIT 1`

const COUNTS = `
  SELECT count(*) AS waiting, coalesce(sum(waiting_since > ?1), 0) AS fresh,
    coalesce(sum(comment.hidden_at IS NOT NULL AND moderation_case.state = 'open'), 0) AS held
  FROM moderation_case LEFT JOIN comment ON comment.id = moderation_case.comment_id
  WHERE moderation_case.state <> 'closed'`

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
  const lastMs = Number(await readSetting(env, 'newCases'))
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
  await writeSetting(env, 'newCases', String(nowMs)).run()
}
