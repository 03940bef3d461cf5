import { isReservedUsername } from '../../domain/username.ts'
import { config } from '../config/config.ts'

/** Whether a name speaks for the site or its operator. The site's own reserved names hold without the filter too. */
export function isRefusedUsername(env: Env, username: string): boolean {
  const { filters, operator } = config(env)
  return isReservedUsername(username, filters.usernames ? operator.name?.en : undefined)
}

/** The skeleton that no other person may have; `null`, which equals none, while the filter is off. */
export function imitates(env: Env, skeleton: string): string | null {
  return config(env).filters.usernames ? skeleton : null
}
