import type { Context } from 'hono'
import type { Limit } from '../../contract/call.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import type { LimitName } from '../config/limits.ts'
import { LruMap } from '../http/lru-map.ts'
import { tooManyAttempts } from '../http/service.ts'
import { keyedHash } from '../keys/keyed-hash.ts'

/**
 * Counter name of a connection, without the plain address: `signIn:ip:<keyed hash>`. IPv6 counts by /64, which one
 * household or server controls.
 */
export function networkCounter(env: Env, headers: Headers, what: string): string {
  const address = headers.get('CF-Connecting-IP') ?? 'unknown'
  return `${what}:ip:${keyedHash(config(env), 'counter', networkOf(address))}`
}

/** Counters of an email address; deleting the account deletes them. */
const countedForEmail = [
  'signIn',
  'send',
  'send1',
  'send2',
  'send3',
  'sendLink',
  'sendReport',
  'guess',
  'decoy',
  'decoyFailure',
] as const

export function emailCounter(
  env: Env,
  emailKey: string,
  what: (typeof countedForEmail)[number],
): string {
  return `${what}:email:${keyedHash(config(env), 'counter', emailKey)}`
}

export const emailCounters = (env: Env, emailKey: string): string[] =>
  countedForEmail.map((what) => emailCounter(env, emailKey, what))

/** IPv4 (also IPv4-mapped) unchanged, IPv6 as its first four groups. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return (
    groups
      .slice(0, 4)
      .map((group) => Number.parseInt(group, 16).toString(16))
      .join(':') + '::/64'
  )
}

const COUNT = `
  INSERT INTO attempt_counter (name, count, window_ends_at) VALUES (?1, ?4, ?2 + ?3)
  ON CONFLICT (name) DO UPDATE SET
    count = CASE WHEN window_ends_at <= ?2 THEN ?4 ELSE count + ?4 END,
    window_ends_at = CASE WHEN window_ends_at <= ?2 THEN ?2 + ?3 ELSE window_ends_at END
  RETURNING count, window_ends_at`

/**
 * Counts one attempt exactly, in one statement, before any costly work.
 * @param name what is counted and for whom; hash addresses with a key
 * @param windowMs fixed window that starts at the first attempt
 * @returns seconds until the next attempt if this was the last in its window, else 0
 * @throws ServiceError tooManyAttempts with `retryAfter` after more than `max` in the window
 */
export async function countAttempt(
  env: Env,
  name: string,
  max: number,
  windowMs: number,
  by = 1,
): Promise<number> {
  const nowMs = now(env)
  const row = await env.DB.prepare(COUNT)
    .bind(name, nowMs, windowMs, by)
    .first<{ count: number; window_ends_at: number }>()
  if (!row || row.count < max) return 0
  const waitMs = row.window_ends_at - nowMs
  if (row.count > max) throw tooManyAttempts(waitMs)
  return Math.max(1, Math.ceil(waitMs / 1000))
}

/** Tells the client when it may send again, if it is limited now. */
export function setNextSending(c: Context, seconds: number): void {
  if (seconds > 0) c.header('Retry-After', String(seconds))
}

/**
 * Counts one request of the connection's network, exactly or in isolate memory.
 * @throws ServiceError tooManyAttempts with `retryAfter`
 */
export async function countNetwork(
  c: { env: Env; req: { raw: Request } },
  limit: LimitName,
  { windowMs, isCoarse }: Pick<Extract<Limit, { windowMs: number }>, 'windowMs' | 'isCoarse'>,
): Promise<void> {
  const max = config(c.env).limits[limit]
  const name = networkCounter(c.env, c.req.raw.headers, limit)
  if (isCoarse) countInMemory(c.env, name, max, windowMs)
  else await countAttempt(c.env, name, max, windowMs)
}

const MAX_WINDOWS = 10_000

const windows = new LruMap<string, { count: number; endsAt: number }>(MAX_WINDOWS)

/** `countAttempt` in isolate memory: a coarse limit that keeps floods off the database. */
function countInMemory(env: Env, name: string, max: number, windowMs: number): void {
  const nowMs = now(env)
  const open = windows.get(name)
  if (!open || open.endsAt <= nowMs) {
    windows.set(name, { count: 1, endsAt: nowMs + windowMs })
    return
  }
  open.count++
  if (open.count <= max) return
  throw tooManyAttempts(open.endsAt - nowMs)
}
