import { MAX_SUBSCRIPTIONS } from '../../domain/reminder.ts'

/** `PushSubscription.toJSON()` of a browser, as far as sending needs it. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const STORE = `
  INSERT INTO push_subscription (endpoint, user_id, p256dh, auth, created_at)
  VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, p256dh = excluded.p256dh,
    auth = excluded.auth`

/** A browser that several people use reminds the one who asked last. */
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

/** @returns whether the dropped endpoint was known */
export async function replaceSubscription(
  { DB }: Env,
  dropped: string,
  { endpoint, keys }: Subscription,
): Promise<boolean> {
  const statement = DB.prepare(REPLACE).bind(dropped, endpoint, keys.p256dh, keys.auth)
  return (await statement.first()) !== null
}
