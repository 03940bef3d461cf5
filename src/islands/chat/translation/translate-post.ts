import { errorCode, isTransient } from '../../../api/result.ts'
import type { Translation } from '../../../contract/schemas.ts'
import { TRANSLATIONS_READ } from '../../../domain/comment-translation.ts'
import type { Language } from '../../../domain/language.ts'
import { call } from '../../../stores/call.ts'
import { translateOnDevice, type Watched } from './on-device.ts'

export type Problem =
  /** The hourly limit of the sender or the daily one of the site. */
  | 'limit'
  /** The translator is down or cannot translate the text. */
  | 'down'
  | 'network'
  | 'failed'
  /** A download requires a user gesture. */
  | 'needsPress'
  | 'stopped'

/** `by` is the operator's translator; `undefined` for the device's. */
export type Outcome = { text: string; by?: Translation['translator'] } | { problem: Problem }

const language = document.documentElement.lang as Language
const PATH = '/question/translation'

/** Stored translations by comment id; unreadable ones are omitted. */
export async function storedTranslations(
  ids: readonly string[],
): Promise<Map<string, Translation>> {
  const translations = new Map<string, Translation>()
  for (let from = 0; from < ids.length; from += TRANSLATIONS_READ) {
    const commentIds = ids.slice(from, from + TRANSLATIONS_READ).join(',')
    const result = await call('question', `GET ${PATH}`, { commentIds, language })
    if (result.ok) for (const one of result.results) translations.set(one.commentId, one)
  }
  return translations
}

async function translateByOperator(commentId: string): Promise<Translation | { problem: Problem }> {
  const result = await call('question', `POST ${PATH}`, { commentId, language })
  if (result.ok && result.results[0]) return result.results[0]
  if (result.code === errorCode.tooManyAttempts) return { problem: 'limit' }
  if (result.code === errorCode.translatorNotAvailable) return { problem: 'down' }
  return { problem: isTransient(result) ? 'network' : 'failed' }
}

interface Post {
  commentId: string
  text: string
  language: string
}

interface TranslateOptions extends Watched {
  /** The site's stored translation; called only if the device does not translate. */
  stored?: () => Promise<Translation | undefined>
}

/** Translates into the page's language: on the device, else by the operator. */
export async function translatePost(post: Post, options: TranslateOptions): Promise<Outcome> {
  const pair = { sourceLanguage: post.language, targetLanguage: document.documentElement.lang }
  const device = await translateOnDevice(post.text, pair, options)
  if ('text' in device || device.problem === 'stopped' || !options.hasOperator) return device
  const made = (await options.stored?.()) ?? (await translateByOperator(post.commentId))
  return 'text' in made ? { text: made.text, by: made.translator } : made
}
