import { atom, onMount } from 'nanostores'
import type { User } from '../contract/schemas.ts'
import { stored } from '../api/storage.ts'

export type { User }

/**
 * The signed-in person: the stored user info (`docs/product.md#user`), read from storage on first use. `undefined` while a page
 * is rendered on the server, so islands read it with `useStore($user, { ssr: 'initial' })`. `session.ts` changes it.
 */
export const $user = atom<User | undefined>()

onMount($user, () => {
  if (typeof document === 'object') showUser()
})

function readUser(): User | undefined {
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
  delete dataset['signedIn']
  delete dataset['person']
  delete dataset['social']
  delete dataset['activated']
  if (!user) return
  const { userId: person, activated } = user
  Object.assign(dataset, { signedIn: '', person, activated })
  if (user.userOptions.googleUserId) dataset['social'] = ''
}
