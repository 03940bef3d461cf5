import type { CallResult } from '../api/result.ts'
import { stored } from '../api/storage.ts'
import { storedTokens } from '../api/tokens.ts'
import { call } from './call.ts'
import { showUser } from './user.ts'

/** Ids of muted people (`docs/product.md#mute`), stored separated by blanks. */
export const mutedPeople = (): Set<string> => new Set(stored('Muted')?.split(' ').filter(Boolean))

function change(changed: (ids: string[]) => string[]): void {
  const storage = storedTokens()?.storage
  const ids = storage?.getItem('Muted')?.split(' ').filter(Boolean) ?? []
  storage?.setItem('Muted', changed(ids).join(' '))
  // The comments re-read the muted people when the user is shown again.
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
