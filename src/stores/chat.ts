import { atom } from 'nanostores'
import type { LiveEvent } from '../contract/live-schemas.ts'
import type { Comment, Question } from '../contract/schemas.ts'

export interface Chat {
  /** Whether there were any; `undefined` on failure. */
  loadEarlier: () => Promise<boolean | undefined>
  apply: (events: readonly LiveEvent[]) => void
  deliver: (question: Question, merge: (newest: readonly Comment[]) => void) => void
}

export const $chat = atom<Chat | undefined>()

export const $isAtNewest = atom(true)

export const $isDayEnded = atom(false)

/** Offers the new question; the composer keeps its text but cannot post. */
export function endDay(): void {
  document.documentElement.dataset['ended'] = ''
  $isDayEnded.set(true)
}

/** Outcome of a post, shown below the list until the next press outside it, or an offer, until it is closed or the next post. */
export interface PostNotice {
  text: string
  action?: { text: string; run: () => void }
  /** Hidden while an on-screen keyboard leaves little room. */
  isOffer?: boolean
}
export const $postNotice = atom<PostNotice | undefined>()

/** Live region text of the list. */
export const $announcement = atom('')

/** Language filter; empty for all. The root's `data-list` hides the other posts. */
export const $listLanguage = atom('')

export const $isLoadingEarlier = atom(false)
