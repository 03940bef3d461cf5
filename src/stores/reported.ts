import { atom, onMount } from 'nanostores'

export const $reported = atom<readonly string[]>([])

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

function keep(ids: readonly string[]): void {
  localStorage.setItem('Reported', ids.slice(0, MAX_REPORTED).join(' '))
  read()
}

export const foldReported = (commentId: string): void => keep([commentId, ...$reported.get()])

export const unfoldReported = (commentId: string): void =>
  keep($reported.get().filter((id) => id !== commentId))
