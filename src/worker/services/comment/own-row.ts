import type { Language } from '../../../domain/language.ts'
import type { HiddenRow } from '../../cases/hidden.ts'

/** One's own comment as it is stored, with its question. */
export interface OwnRow extends HiddenRow {
  /** Order of storing among all comments. */
  seq: number
  id: string
  text: string
  createdAt: number
  language: Language | null
  /** Its texts are JSON by language; '' in rows that were read without them. */
  question: { id: string; texts: string }
}

export interface FlatRow extends Omit<OwnRow, 'question'> {
  questionId: string
  questionTexts: string
}
