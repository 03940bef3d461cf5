import type { CallResult } from '../api/result.ts'
import { storedTokens } from '../api/tokens.ts'
import { call } from './call.ts'
import { showUser } from './user.ts'

/** Changes the list on the server and in the browser; `session.ts` reads it. */

function change(changed: (ids: string[]) => string[]): void {
  const storage = storedTokens()?.storage
  const ids = storage?.getItem('Muted')?.split(' ').filter(Boolean) ?? []
  storage?.setItem('Muted', changed(ids).join(' '))
  // The comments on the page follow the person's attributes.
  showUser()
}

export async function mute(userId: string): Promise<CallResult<unknown>> {
  const result = await call('moderation', 'PUT /mute', { userId })
  if (result.ok) change((ids) => [userId, ...ids])
  return result
}

export async function unmute(userId: string): Promise<CallResult<unknown>> {
  const result = await call('moderation', 'DELETE /mute', { userId })
  if (result.ok) change((ids) => ids.filter((id) => id !== userId))
  return result
}
