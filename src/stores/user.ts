import { atom } from 'nanostores'
import type { User } from '../api/shapes.ts'
import { stored } from '../api/storage.ts'

export type { User }

/**
 * Who is signed in: the stored user info (`product.md §4`). `undefined` while a page is rendered on the server, so
 * islands read it by `useStore($user, { ssr: 'initial' })`. Whatever changes it is in `session.ts`.
 */
export const $user = atom<User | undefined>()

function readUser(): User | undefined {
  try {
    return JSON.parse(stored('UserInfo') ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Shows who the storages say is signed in, in the store and to the menu's styles. */
export function showUser(): void {
  const user = readUser()
  $user.set(user)
  const { dataset } = document.documentElement
  delete dataset['signedIn']
  delete dataset['person']
  delete dataset['unactivated']
  if (user) Object.assign(dataset, { signedIn: '', person: user.userId })
  if (user?.activated === false) dataset['unactivated'] = ''
}

if (typeof document === 'object') showUser()
