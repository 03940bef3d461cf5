import { firstInSight, keepScroll } from '../reading/keep-scroll.ts'
import { scrollerOf } from './post-row.ts'
import { keepRead } from './room-switch.ts'
import { availability } from './translator-api.ts'

let isAsked = false

/** Shows the buttons where this browser turns out to translate, and from the first paint on at the next visit. */
export async function discoverTranslator(chat: HTMLElement): Promise<void> {
  const { lang: targetLanguage } = document.documentElement
  const foreign = chat.querySelector<HTMLElement>(`.text[lang]:not([lang="${targetLanguage}"])`)
  if (!foreign || isAsked) return
  isAsked = true
  const pair = { sourceLanguage: foreign.lang, targetLanguage }
  if ((await availability(pair)) === 'unavailable') return
  const scroller = scrollerOf(chat)
  const isAtNewest = scroller.scrollTop === 0 && 'live' in chat.dataset
  const anchor = isAtNewest
    ? undefined
    : firstInSight(chat.querySelectorAll('.comments > li'), scroller)
  keepScroll(scroller, anchor, () => keepRead('off'))
}
