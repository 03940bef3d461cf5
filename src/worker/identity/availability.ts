import { DAY_MS } from '../../domain/durations.ts'
import { isReservedUsername } from '../../domain/username.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'

/** An account that is not activated within this time releases its address. */
export const UNACTIVATED_LIFETIME_MS = DAY_MS

const HOLDER = `
  SELECT 1 FROM user WHERE email_key = ?1
    AND (activated_at IS NOT NULL OR removed_at IS NOT NULL OR created_at > ?2)`

export async function isEmailTaken(env: Env, emailKey: string): Promise<boolean> {
  const holder = await env.DB.prepare(HOLDER)
    .bind(emailKey, now(env) - UNACTIVATED_LIFETIME_MS)
    .first()
  return holder !== null
}

/** Whether a name imitates the site or its operator. Reserved names apply without the filter too. */
export function isRefusedUsername(env: Env, username: string): boolean {
  const { filters, operator } = config(env)
  return isReservedUsername(username, filters.usernames ? operator.name?.en : undefined)
}

/** The skeleton that must be unique; `null`, which equals nothing, while the filter is off. */
export function imitates(env: Env, skeleton: string): string | null {
  return config(env).filters.usernames ? skeleton : null
}
