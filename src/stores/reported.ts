import { atom, onMount } from 'nanostores'
import { storages, storeChoice } from '../api/storage.ts'

export const $reported = atom<readonly string[]>([])
/** The post of a link that asks “And you?” (`docs/product.md#sharing`), until a press shows it. */
export const $asked = atom<string | undefined>()

const MAX_REPORTED = 200

const read = () =>
  $reported.set(storages()[1]?.getItem('Reported')?.split(' ').filter(Boolean) ?? [])

// On the server, each rendered page would start a timer that unmounts the store.
if (typeof document === 'object') {
  onMount($reported, () => {
    read()
    // Once, however often this is mounted.
    addEventListener('storage', read)
  })
  onMount($asked, () => $asked.set(location.hash.split('#you~')[1]))
}

function keep(ids: readonly string[]): void {
  const newest = ids.slice(0, MAX_REPORTED)
  storeChoice('Reported', newest.join(' '))
  $reported.set(newest)
}

export const foldReported = (commentId: string): void => keep([commentId, ...$reported.get()])

export function unfold(commentId: string): void {
  if ($asked.get() === commentId) $asked.set(undefined)
  else keep($reported.get().filter((id) => id !== commentId))
}
