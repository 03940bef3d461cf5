import { atom, onMount } from 'nanostores'
import type { User } from '../contract/schemas.ts'
import { stored } from '../api/storage.ts'
import { storedTokens } from '../api/tokens.ts'

export type { User }

/** The person as the browser keeps them, with what `hides-others.ts` adds. */
export interface StoredUser extends User {
  /** Epoch milliseconds from which others' answers of the day wait for the person's own. */
  aloneFrom?: number
}

/**
 * The signed-in person: the stored user info (`docs/product.md#user`), read from storage on first use. `undefined` while a page
 * is rendered on the server, so islands read it with `useStore($user, { ssr: 'initial' })`. `session.ts` changes it.
 */
export const $user = atom<StoredUser | undefined>()

onMount($user, () => {
  if (typeof document === 'object') showUser()
})

function readUser(): StoredUser | undefined {
  try {
    return JSON.parse(stored('UserInfo') ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Reads who is signed in from storage into the store and into the attributes that styles depend on. */
export function showUser(): void {
  const user = readUser()
  $user.set(user)
  const { dataset } = document.documentElement
  delete dataset['person']
  delete dataset['social']
  delete dataset['activated']
  if (!user) return
  const { userId: person, activated } = user
  Object.assign(dataset, { person, activated })
  if (user.userOptions.googleUserId) dataset['social'] = ''
}

/** Stores the person with their tokens and shows them. */
export function storeUser(user: StoredUser): void {
  storedTokens()?.storage.setItem('UserInfo', JSON.stringify(user))
  showUser()
}
