import { storeChoice, stored } from '../api/storage.ts'
import { storedTokens } from '../api/tokens.ts'
import { call } from './call.ts'
import { showUser } from './user.ts'

/** Ids of muted people (`docs/product.md#mute`), stored separated by blanks. */
export const mutedPeople = (): Set<string> => new Set(stored('Muted')?.split(' ').filter(Boolean))

async function change(endpoint: 'PUT /mute' | 'DELETE /mute', userId: string) {
  const result = await call('moderation', endpoint, { userId })
  if (!result.ok) return result
  const others = [...mutedPeople()].filter((id) => id !== userId)
  const ids = endpoint === 'PUT /mute' ? [userId, ...others] : others
  const tokens = storedTokens()
  if (tokens) storeChoice('Muted', ids.join(' '), tokens.storage)
  // The comments re-read the muted people when the user is shown again.
  showUser()
  return result
}

export const mute = (userId: string) => change('PUT /mute', userId)
export const unmute = (userId: string) => change('DELETE /mute', userId)
