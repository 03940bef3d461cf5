import { ID } from './id.ts'
import { questionPath } from './question.ts'

/** Post's path without language: its question's page, which scrolls to it. */
export const postPath = (questionId: string, commentId: string): string =>
  `${questionPath(questionId)}#${commentId}`

/** @param origin of this site; other addresses do not count */
export function postIdOf(text: string, origin: string): string | undefined {
  const named = text.trim()
  if (ID.test(named)) return named
  const url = URL.parse(named)
  if (url?.origin !== origin) return undefined
  const id = url.hash.slice(1)
  return ID.test(id) ? id : undefined
}
