import { DAY_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'

/** After this time an account whose address was never confirmed no longer holds the address. */
export const UNACTIVATED_LIFETIME_MS = DAY_MS

const HOLDER = `
  SELECT 1 FROM user WHERE email_key = ?1
    AND (activated_at IS NOT NULL OR removed_at IS NOT NULL OR created_at > ?2)`

/** Whether an account holds the address, so that no other may register with it or change to it. */
export async function isEmailTaken(env: Env, emailKey: string): Promise<boolean> {
  const holder = await env.DB.prepare(HOLDER)
    .bind(emailKey, now(env) - UNACTIVATED_LIFETIME_MS)
    .first()
  return holder !== null
}
