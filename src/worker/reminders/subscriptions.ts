import { MAX_SUBSCRIPTIONS } from '../../domain/reminder.ts'
import { config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'

/** The part of `PushSubscription.toJSON()` that sending needs. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const STORE = `
  INSERT INTO push_subscription (endpoint, user_id, p256dh, auth, created_at)
  VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, p256dh = excluded.p256dh,
    auth = excluded.auth`

/** A shared browser belongs to the last person who subscribed. */
export function storeSubscription(
  { DB }: Env,
  userId: string,
  { endpoint, keys }: Subscription,
  nowMs: number,
): D1PreparedStatement {
  return DB.prepare(STORE).bind(endpoint, userId, keys.p256dh, keys.auth, nowMs)
}

const DROP_OLDEST = `
  DELETE FROM push_subscription WHERE endpoint IN (
    SELECT endpoint FROM push_subscription WHERE user_id = ?1
    ORDER BY created_at DESC LIMIT -1 OFFSET ${MAX_SUBSCRIPTIONS})`

export const dropOldest = ({ DB }: Env, userId: string): D1PreparedStatement =>
  DB.prepare(DROP_OLDEST).bind(userId)

const REPLACE = `
  UPDATE OR REPLACE push_subscription SET endpoint = ?2, p256dh = ?3, auth = ?4 WHERE endpoint = ?1
  RETURNING endpoint`

/** @returns whether the old endpoint was known */
export async function replaceSubscription(
  { DB }: Env,
  dropped: string,
  { endpoint, keys }: Subscription,
): Promise<boolean> {
  const statement = DB.prepare(REPLACE).bind(dropped, endpoint, keys.p256dh, keys.auth)
  return (await statement.first()) !== null
}

/** Push services of Chromium, Firefox, Safari and Edge. The latter three use subdomains, in ASCII. */
const HOST =
  /^(?:fcm\.googleapis\.com|(?:(?!xn--|-)[a-z\d-]{1,63}(?<!-)\.)+(?:push\.(?:services\.mozilla|apple)|notify\.windows)\.com)$/

/**
 * Whether the URL belongs to a known push service. Prevents SSRF: the cron sends a request to each endpoint daily.
 */
export function isPushEndpoint(env: object, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (config(env).isDevelopment && url.protocol === 'http:' && isLoopback(url.hostname)) return true
  return url.protocol === 'https:' && url.port === '' && HOST.test(url.hostname)
}
