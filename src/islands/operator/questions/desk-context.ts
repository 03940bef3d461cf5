import { createContext, useContext } from 'react'
import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import type { Language } from '../../../domain/language.ts'
import type { Translate } from '../../../i18n/translate.ts'

interface Desk {
  t: Translate
  languageNames: Record<Language, string>
  topics: readonly DeskTopic[]
  /** Tells what was done, to screen readers as well. */
  announce: (text: string) => void
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk outside the desk')
  return desk
}
