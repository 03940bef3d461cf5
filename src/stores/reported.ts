import { atom, onMount } from 'nanostores'

/** Posts that were reported in this browser, which folds them; the ids are stored with blanks between. */
export const $reported = atom<readonly string[]>([])

/** Older ones are shown again. */
const MAX_REPORTED = 200

function read(): void {
  try {
    $reported.set(localStorage.getItem('Reported')?.split(' ').filter(Boolean) ?? [])
  } catch {
    // Without storage none is folded.
  }
}

onMount($reported, () => {
  if (typeof document !== 'object') return undefined
  read()
  addEventListener('storage', read)
  return () => removeEventListener('storage', read)
})

function keep(ids: readonly string[]): void {
  localStorage.setItem('Reported', ids.slice(0, MAX_REPORTED).join(' '))
  read()
}

/** Folds a post in this browser. */
export const foldReported = (commentId: string): void => keep([commentId, ...$reported.get()])

/** Shows it again. */
export const unfoldReported = (commentId: string): void =>
  keep($reported.get().filter((id) => id !== commentId))
