import type { Translation } from '../../../contract/schemas.ts'
import { translateByOperator, type OperatorRefusal } from './by-operator.ts'
import { translateOnDevice } from './on-device.ts'

export type Problem =
  | OperatorRefusal
  /** Only a press may begin the download on the device. */
  | 'needsPress'
  | 'stopped'

/** `by` is the operator's translator, or `undefined` for the one of the device. */
export type Outcome = Translated | { problem: Problem }
type Translated = { text: string; by: Translation['translator'] | undefined }

interface Post {
  commentId: string
  text: string
  language: string
}

interface TranslateOptions {
  signal: AbortSignal
  /** Called with the share that is there, 0 to 1, while the device downloads its data. */
  onProgress: (share: number) => void
  /** Whether the site has a translator of its own. */
  hasOperator: boolean
  /** The translation that the site has stored; read only where the device does not translate. */
  stored?: () => Promise<Translation | undefined>
}

/** Translates a post into the page's language: on the device, else by the operator's translator. */
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
