import { firstInSight, keepScroll } from '../../../browser/reading/keep-scroll.ts'
import { scrollerOf } from '../../../browser/reading/list-scroll.ts'
import { commentList } from '../comment-list.ts'
import { isTranslationOn, storeTranslationSwitch } from './translation-switch.ts'
import { availability } from './on-device.ts'

/** The languages needed; `undefined` if every post is in the page's language. */
function pairOf() {
  const { lang: targetLanguage } = document.documentElement
  const foreign = commentList().querySelector<HTMLElement>(
    `.text[lang]:not([lang="${targetLanguage}"])`,
  )
  return foreign ? { sourceLanguage: foreign.lang, targetLanguage } : undefined
}

/** Switches translation off; the buttons stay only if the browser translates. */
export async function switchOff(): Promise<void> {
  // Set before the check, so that no row moves.
  storeTranslationSwitch('off')
  const pair = pairOf()
  const isFound = pair && (await availability(pair)) !== 'unavailable'
  if (!isFound && !isTranslationOn()) storeTranslationSwitch('')
}

let isAsked = false

/** Shows the buttons if the browser translates, and stores that for the next first paint. */
export async function discoverTranslator(): Promise<void> {
  const pair = pairOf()
  if (!pair || isAsked) return
  isAsked = true
  if ((await availability(pair)) === 'unavailable') return
  const scroller = scrollerOf(commentList())
  const isAtNewest = scroller.scrollTop === 0 && 'live' in commentList().dataset
  const anchor = isAtNewest
    ? undefined
    : firstInSight(commentList().querySelectorAll('.comments > li'), scroller)
  keepScroll(scroller, anchor, () => storeTranslationSwitch('off'))
}
