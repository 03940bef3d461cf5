import { codeOf, isTransient } from '../../../api/result.ts'
import * as errorCode from '../../../api/error-code.ts'
import type { Translation } from '../../../contract/schemas.ts'
import { TRANSLATIONS_READ } from '../../../domain/comment-translation.ts'
import type { Language } from '../../../domain/language.ts'
import { call } from '../../../stores/call.ts'

export type OperatorRefusal =
  /** The hourly limit of the sender or the daily one of the site. */
  | 'limit'
  /** The translator is down or cannot translate the text. */
  | 'down'
  | 'network'
  | 'failed'

const language = document.documentElement.lang as Language
const PATH = '/question/translation'

/** Stored translations by comment id; unreadable ones are omitted. */
export async function storedTranslations(
  ids: readonly string[],
): Promise<Map<string, Translation>> {
  const found = new Map<string, Translation>()
  for (let from = 0; from < ids.length; from += TRANSLATIONS_READ) {
    const commentIds = ids.slice(from, from + TRANSLATIONS_READ).join(',')
    const result = await call('question', `GET ${PATH}`, { commentIds, language })
    if (result.ok) for (const one of result.results) found.set(one.commentId, one)
  }
  return found
}

export async function translateByOperator(
  commentId: string,
): Promise<Translation | { refusal: OperatorRefusal }> {
  const result = await call('question', `POST ${PATH}`, { commentId, language })
  if (result.ok && result.results[0]) return result.results[0]
  const code = codeOf(result)
  if (code === errorCode.tooManyAttempts) return { refusal: 'limit' }
  if (code === errorCode.translatorNotAvailable) return { refusal: 'down' }
  return { refusal: isTransient(result) ? 'network' : 'failed' }
}
