import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { todaysQuestion } from '../db/todays-question.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { log } from '../logging/log.ts'
import { postOf, type SyndicatedPost } from './syndicated-post.ts'
import { targetsOf, type Target } from './targets.ts'

/** A target that is set later in the day, or fails for so long, begins with the next day. */
const WINDOW_MS = 6 * HOUR_MS
/** Minutes from one attempt to the next; the last one repeats. An attempt takes less than the first. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 60]

/** Counts an attempt that is due. `?1` day, `?2` target, `?3` now, `?4` the waits in milliseconds as a JSON array. */
const ATTEMPT = `
  INSERT INTO syndication (day, target, attempts, next_attempt_at)
  VALUES (?1, ?2, 1, ?3 + (?4 ->> 0))
  ON CONFLICT (day, target) DO UPDATE SET attempts = attempts + 1,
    next_attempt_at = ?3 + (?4 ->> min(attempts, json_array_length(?4) - 1))
  WHERE done_at IS NULL AND next_attempt_at <= ?3
  RETURNING attempts`

const DONE = 'UPDATE syndication SET done_at = ?3 WHERE day = ?1 AND target = ?2'
const OLD = 'DELETE FROM syndication WHERE day < ?1'

/**
 * Posts today's question where the operator has set it (`docs/product.md#posting-the-question-elsewhere`): once for each
 * day and target, each tried again by itself. Never rejects because of a target.
 */
export async function syndicateQuestion(env: Env): Promise<void> {
  const targets = targetsOf(config(env).syndication)
  const nowMs = now(env)
  const day = tokyoDay(nowMs)
  if (targets.size === 0 || nowMs >= tokyoDayStart(day) + WINDOW_MS) return
  const question = await todaysQuestion(env)
  if (!question) return
  const post = postOf(publicOrigin(env, 'http://localhost:8787'), day, question)
  await env.DB.prepare(OLD).bind(day).run()
  await Promise.all(Array.from(targets, ([name, target]) => postTo(env, name, target, post)))
}

async function postTo(env: Env, name: string, target: Target, post: SyndicatedPost): Promise<void> {
  const waits = JSON.stringify(BACKOFF_MINUTES.map((minutes) => minutes * MINUTE_MS))
  const attempt = await env.DB.prepare(ATTEMPT)
    .bind(post.day, name, now(env), waits)
    .first<{ attempts: number }>()
  if (!attempt) return
  const { attempts } = attempt
  try {
    await target(post)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log(env, 'warn', 'syndication', { target: name, outcome: 'delayed', attempts, reason })
    return
  }
  await env.DB.prepare(DONE).bind(post.day, name, now(env)).run()
  log(env, 'info', 'syndication', { target: name, outcome: 'posted', attempts })
}
