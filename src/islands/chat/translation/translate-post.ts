import type { Translation } from '../../../contract/schemas.ts'
import { translateByOperator, type OperatorRefusal } from './by-operator.ts'
import { translateOnDevice } from './on-device.ts'

export type Problem =
  | OperatorRefusal
  /** A download requires a user gesture. */
  | 'needsPress'
  | 'stopped'

/** `by` is the operator's translator; `undefined` for the device's. */
export type Outcome = Translated | { problem: Problem }
type Translated = { text: string; by: Translation['translator'] | undefined }

interface Post {
  commentId: string
  text: string
  language: string
}

interface TranslateOptions {
  signal: AbortSignal
  /** Download progress, 0 to 1. */
  onProgress: (share: number) => void
  hasOperator: boolean
  /** The site's stored translation; called only if the device does not translate. */
  stored?: () => Promise<Translation | undefined>
}

/** Translates into the page's language: on the device, else by the operator. */
export async function translatePost(post: Post, options: TranslateOptions): Promise<Outcome> {
  const pair = { sourceLanguage: post.language, targetLanguage: document.documentElement.lang }
  const device = await translateOnDevice(post.text, pair, options)
  if ('text' in device) return { text: device.text, by: undefined }
  if (device.refusal === 'stopped') return { problem: 'stopped' }
  if (!options.hasOperator)
    return { problem: device.refusal === 'needsPress' ? 'needsPress' : 'failed' }
  const made = (await options.stored?.()) ?? (await translateByOperator(post.commentId))
  return 'text' in made ? { text: made.text, by: made.translator } : { problem: made.refusal }
}
