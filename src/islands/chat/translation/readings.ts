import { atom, map } from 'nanostores'
import type { MessageKey } from '../../../i18n/translate.ts'

/** What is shown of a post in another language: a note, the button's label, and the translation. */
export interface Reading {
  note?: string
  action: MessageKey
  translation?: string
}

/** By the post's id. */
export const $readings = map<Record<string, Reading>>({})

export const isTranslated = (commentId: string): boolean =>
  $readings.get()[commentId]?.translation !== undefined

/** Why posts are not translated, below the list. */
export const $translationNotice = atom('')

/** Whether all posts are translated: the state of the switch. */
export const $isTranslationOn = atom(false)
