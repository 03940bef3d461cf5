import type { Language } from '../../domain/language.ts'
import { writtenLanguage } from '../../domain/written-language.ts'

/** The `lang` of a text that a person or a moderator wrote. */
export const languageOfText = (text: string): Language =>
  writtenLanguage(text, document.documentElement.lang as Language)
