import { firstInSight, keepScroll } from '../reading/keep-scroll.ts'
import { scrollerOf } from '../reading/chat-scroll.ts'
import { isTranslationOn, storeTranslationSwitch } from './translation-switch.ts'
import { availability } from './translator-api.ts'

/** The pair that the posts need; `undefined` where every post is in the page's language. */
function pairOf(chat: HTMLElement) {
  const { lang: targetLanguage } = document.documentElement
  const foreign = chat.querySelector<HTMLElement>(`.text[lang]:not([lang="${targetLanguage}"])`)
  return foreign ? { sourceLanguage: foreign.lang, targetLanguage } : undefined
}

/** Switches translation off; the buttons are remembered only where this browser translates. */
export async function switchOff(chat: HTMLElement): Promise<void> {
  // Kept while the browser is asked, so that no row moves.
  storeTranslationSwitch('off')
  const pair = pairOf(chat)
  const isFound = pair && (await availability(pair)) !== 'unavailable'
  if (!isFound && !isTranslationOn()) storeTranslationSwitch('')
}

let isAsked = false

/** Shows the buttons where this browser turns out to translate, and from the first paint on at the next visit. */
export async function discoverTranslator(chat: HTMLElement): Promise<void> {
  const pair = pairOf(chat)
  if (!pair || isAsked) return
  isAsked = true
  if ((await availability(pair)) === 'unavailable') return
  const scroller = scrollerOf(chat)
  const isAtNewest = scroller.scrollTop === 0 && 'live' in chat.dataset
  const anchor = isAtNewest
    ? undefined
    : firstInSight(chat.querySelectorAll('.comments > li'), scroller)
  keepScroll(scroller, anchor, () => storeTranslationSwitch('off'))
}
