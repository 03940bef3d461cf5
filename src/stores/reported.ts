import { atom, onMount } from 'nanostores'
import { ASKED } from '../domain/post-address.ts'

export const $reported = atom<readonly string[]>([])
/** The post of an `askPath`, until it is shown by a press. */
export const $asked = atom<string | undefined>()

const MAX_REPORTED = 200

function read(): void {
  try {
    $reported.set(localStorage.getItem('Reported')?.split(' ').filter(Boolean) ?? [])
  } catch {
    // Without storage no post is folded.
  }
}

onMount($reported, () => {
  if (typeof document !== 'object') return undefined
  read()
  addEventListener('storage', read)
  return () => removeEventListener('storage', read)
})

onMount($asked, () => {
  if (typeof document === 'object') $asked.set(ASKED.exec(location.hash)?.[1])
})

function keep(ids: readonly string[]): void {
  localStorage.setItem('Reported', ids.slice(0, MAX_REPORTED).join(' '))
  read()
}

export const foldReported = (commentId: string): void => keep([commentId, ...$reported.get()])

export function unfold(commentId: string): void {
  if ($asked.get() === commentId) $asked.set(undefined)
  else keep($reported.get().filter((id) => id !== commentId))
}
