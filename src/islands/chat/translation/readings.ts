import { atom } from 'nanostores'
import type { MessageKey } from '../../../i18n/translate.ts'

export interface Reading {
  note?: string
  /** What a press does, other than to translate. */
  action?: MessageKey
  translation?: string
}

export const $readings = atom<Record<string, Reading>>({})

export const isTranslated = (commentId: string): boolean =>
  $readings.get()[commentId]?.translation !== undefined

/** Why posts are not translated, shown below the list. */
export const $translationNotice = atom('')

export const $isTranslationOn = atom(false)
