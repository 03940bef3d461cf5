import { ID } from './id.ts'
import { questionPath } from './question.ts'

/** Address of a post, without origin and language: its question's page, which scrolls to it. */
export const postPath = (questionId: string, commentId: string): string =>
  `${questionPath(questionId)}#${commentId}`

/**
 * The id of a post that somebody names by its id or its address (`docs/product.md#request`).
 * @param origin of this site, whose addresses alone count
 */
export function postIdOf(text: string, origin: string): string | undefined {
  const named = text.trim()
  if (ID.test(named)) return named
  const url = URL.parse(named)
  if (url?.origin !== origin) return undefined
  const id = url.hash.slice(1)
  return ID.test(id) ? id : undefined
}
