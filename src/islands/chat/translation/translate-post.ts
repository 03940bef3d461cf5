import { errorCode, isTransient } from '../../../api/result.ts'
import type { Translation } from '../../../contract/schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { pageLanguage } from '../../../stores/language.ts'
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

const names: Record<Translation['translator'], string> = {
  'workers-ai': 'Workers AI',
  libretranslate: 'LibreTranslate',
}

/** Who has translated, or why nobody has; empty after a press has stopped it, or before one is needed. */
export function noteOf(outcome: Outcome): string {
  if ('text' in outcome)
    return outcome.by ? t('post.by', { name: names[outcome.by] }) : t('post.byDevice')
  if (outcome.problem === 'needsPress' || outcome.problem === 'stopped') return ''
  return t(outcome.problem === 'limit' ? 'post.translationLimit' : 'post.notTranslated')
}

async function translateByOperator(commentId: string): Promise<Translation | { problem: Problem }> {
  const language = pageLanguage()
  const result = await call('question', 'POST /question/translation', { commentId, language })
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

/** A translation without a result or progress for so long has failed. */
const TIMEOUT_MS = 15_000

interface TranslateOptions extends Omit<Watched, 'signal'> {
  /** Ends it as `stopped`. */
  stopping: AbortController
  /** The site's stored translation; called only if the device does not translate. */
  stored?: () => Promise<Translation | undefined>
}

/** Translates into the page's language: on the device, else by the operator. */
export async function translatePost(post: Post, options: TranslateOptions): Promise<Outcome> {
  const { stopping, onProgress } = options
  const { signal } = stopping
  const { promise: ended, resolve: end } = Promise.withResolvers<Outcome>()
  signal.addEventListener('abort', () => end({ problem: 'stopped' }))
  const expire = () => {
    end({ problem: 'failed' })
    stopping.abort()
  }
  let limit = setTimeout(expire, TIMEOUT_MS)
  const watched = {
    ...options,
    signal,
    onProgress(share: number) {
      clearTimeout(limit)
      limit = setTimeout(expire, TIMEOUT_MS)
      if (!signal.aborted) onProgress(share)
    },
  }
  const outcome = await Promise.race([translated(post, watched), ended])
  clearTimeout(limit)
  return outcome
}

async function translated(post: Post, options: TranslateOptions & Watched): Promise<Outcome> {
  const pair = { sourceLanguage: post.language, targetLanguage: pageLanguage() }
  const device = await translateOnDevice(post.text, pair, options)
  if ('text' in device || device.problem === 'stopped' || !options.hasOperator) return device
  const made = (await options.stored?.()) ?? (await translateByOperator(post.commentId))
  return 'text' in made ? { text: made.text, by: made.translator } : made
}
