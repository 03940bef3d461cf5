import { atom } from 'nanostores'
import type { LiveEvent } from '../contract/live-schemas.ts'
import type { Comment, Question } from '../contract/schemas.ts'

/** What the page's script asks of the hydrated chat. */
export interface Chat {
  /** Resolves to whether there were any. */
  loadEarlier: () => Promise<boolean>
  apply: (events: readonly LiveEvent[]) => void
  deliver: (question: Question, merge: (newest: readonly Comment[]) => void) => void
}

/** The chat of the page, once it is hydrated. */
export const $chat = atom<Chat | undefined>()

/** Whether the reader is at the newest comment. */
export const $isAtNewest = atom(true)

/** Whether the day of the page's question is over. */
export const $isDayEnded = atom(false)

/** What became of a post, below the list until the next press elsewhere. */
interface PostNotice {
  text: string
  action?: { text: string; run: () => void }
}
export const $postNotice = atom<PostNotice | undefined>()

/** What screen readers hear about the list. */
export const $announcement = atom('')

/** Why a post is still there, below the list. */
export const $deleteProblem = atom('')

/** The language in which posts are shown; empty for all. The root's `data-list` hides the others. */
export const $listLanguage = atom('')

/** Whether earlier posts are being read. */
export const $isLoadingEarlier = atom(false)
