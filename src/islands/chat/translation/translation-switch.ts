import { storeChoice } from '../../../api/storage.ts'
import { commentList } from '../comment-list.ts'
import { availability } from './on-device.ts'
import { $isTranslationOn } from './readings.ts'

/**
 * Stores the switch and the root's `data-read`, set before the first paint: `on` translates all
 * posts, `off` means that a device translator was found, empty that none is known.
 */
export function storeTranslationSwitch(state: 'on' | 'off' | ''): void {
  document.documentElement.dataset['read'] = state
  $isTranslationOn.set(state === 'on')
  storeChoice('Read', state)
}

/** The languages needed; `undefined` if every post is in the page's language. */
function pairOf() {
  const { lang: targetLanguage } = document.documentElement
  const foreign = commentList().querySelector<HTMLElement>(
    `.text[lang]:not([lang="${targetLanguage}"])`,
  )
  return foreign ? { sourceLanguage: foreign.lang, targetLanguage } : undefined
}

/** Switches translation off; the marks stay only if the browser translates. */
export async function switchOff(): Promise<void> {
  storeTranslationSwitch('off')
  const pair = pairOf()
  const isFound = pair && (await availability(pair)) !== 'unavailable'
  if (!isFound && !$isTranslationOn.get()) storeTranslationSwitch('')
}

let isAsked = false

/** Shows the marks if the browser translates, and stores that for the next first paint. */
export async function discoverTranslator(): Promise<void> {
  const pair = pairOf()
  if (!pair || isAsked) return
  isAsked = true
  if ((await availability(pair)) !== 'unavailable') storeTranslationSwitch('off')
}
