import { firstInSight, keepScroll } from '../../../browser/reading/keep-scroll.ts'
import { scrollerOf } from '../../../browser/reading/list-scroll.ts'
import { commentList } from '../comment-list.ts'
import { isTranslationOn, storeTranslationSwitch } from './translation-switch.ts'
import { availability } from './translator-api.ts'

/** The pair that the posts need; `undefined` where every post is in the page's language. */
function pairOf() {
  const { lang: targetLanguage } = document.documentElement
  const foreign = commentList().querySelector<HTMLElement>(
    `.text[lang]:not([lang="${targetLanguage}"])`,
  )
  return foreign ? { sourceLanguage: foreign.lang, targetLanguage } : undefined
}

/** Switches translation off; the buttons are remembered only where this browser translates. */
export async function switchOff(): Promise<void> {
  // Kept while the browser is asked, so that no row moves.
  storeTranslationSwitch('off')
  const pair = pairOf()
  const isFound = pair && (await availability(pair)) !== 'unavailable'
  if (!isFound && !isTranslationOn()) storeTranslationSwitch('')
}

let isAsked = false

/** Shows the buttons where this browser turns out to translate, and from the first paint on at the next visit. */
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
