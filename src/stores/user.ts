import { atom, onMount } from 'nanostores'
import type { User } from '../contract/schemas.ts'
import { stored } from '../api/storage.ts'
import { storedTokens } from '../api/tokens.ts'

export type { User }

export interface StoredUser extends User {
  /**
   * Epoch milliseconds from which other people's answers are hidden until the person has posted.
   */
  aloneFrom?: number
}

/**
 * The signed-in person (`docs/product.md#user`), read from storage on first use. `undefined` on the
 * server: islands use `useStore($user, { ssr: 'initial' })`.
 */
export const $user = atom<StoredUser | undefined>()

if (typeof document === 'object') onMount($user, showUser)

export function showUser(): void {
  const user: StoredUser | undefined = JSON.parse(stored('UserInfo') ?? 'null') ?? undefined
  const { dataset } = document.documentElement
  for (const name of ['person', 'social', 'activated']) delete dataset[name]
  if (user) {
    const { userId: person, activated } = user
    Object.assign(dataset, { person, activated })
    if (user.userOptions.googleUserId) dataset['social'] = ''
  }
  // Last: listeners read the draft of the person in the page.
  $user.set(user)
}

export function storeUser(user: StoredUser): void {
  storedTokens()?.storage.setItem('UserInfo', JSON.stringify(user))
  showUser()
}
