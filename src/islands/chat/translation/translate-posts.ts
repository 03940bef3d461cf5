import { flushSync } from 'react-dom'
import { fit } from '../../../browser/reading/fit-text.ts'
import { keepScroll, scrollerOf } from '../../../browser/reading/list-scroll.ts'
import type { Translation } from '../../../contract/schemas.ts'
import { TRANSLATIONS_READ } from '../../../domain/comment-translation.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { t, type MessageKey } from '../../../i18n/translate.ts'
import { $announcement, $postNotice } from '../../../stores/chat.ts'
import { call } from '../../../stores/call.ts'
import { $comments } from '../../../stores/comments.ts'
import { pageLanguage } from '../../../stores/language.ts'
import { commentList, itemOf } from '../comment-list.ts'
import {
  $isTranslationOn,
  $readings,
  $translationNotice,
  isTranslated,
  type Reading,
} from './readings.ts'
import { noteOf, translatePost, type Problem } from './translate-post.ts'
import { discoverTranslator, storeTranslationSwitch, switchOff } from './translation-switch.ts'

/** Delay of the busy state: the device is usually faster. */
const QUIET_MS = 300
const RETRY_AFTER_MS = MINUTE_MS

/** Whether the post can be translated here: CSS shows its mark. */
const isTranslatable = (item: HTMLElement): boolean =>
  item.querySelector('.read')?.checkVisibility() === true

const hasOperator = () => 'translator' in commentList().dataset

/** Scroll anchor: the post's mark while visible. */
function anchorIn(item: HTMLElement): Element | undefined {
  const mark = item.querySelector('.read')!
  const { top, bottom } = commentList().querySelector('.scroller')!.getBoundingClientRect()
  const at = mark.getBoundingClientRect()
  return at.bottom > Math.max(top, 0) && at.top < Math.min(bottom, innerHeight) ? mark : undefined
}

/** Updates a post without moving its mark or the text below. */
function show(commentId: string, reading: Reading): void {
  const item = itemOf(commentId)
  if (!item) return
  keepScroll(scrollerOf(commentList()), anchorIn(item), () => {
    flushSync(() => $readings.set({ ...$readings.get(), [commentId]: reading }))
    const text = item.querySelector<HTMLElement>('.translation, .text:not([hidden])')
    if (text) fit([text])
  })
}

/** Translates one post by its button, or all visible ones by the switch. */
class PostTranslation {
  readonly #working = new Map<string, AbortController>()
  /** Posts reverted or failed, which the switch skips. */
  readonly #leftAlone = new Set<string>()
  readonly #inSight = new Set<HTMLElement>()
  readonly #sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      this.#inSight[isIntersecting ? 'add' : 'delete'](target as HTMLElement)
    void this.#work()
  })
  readonly #stored = new Map<string, Promise<Map<string, Translation>>>()
  #isBusy = false
  #isPaused = false

  async press(commentId: string): Promise<void> {
    const working = this.#working.get(commentId)
    if (working) return working.abort()
    if (!isTranslated(commentId)) {
      this.#leftAlone.delete(commentId)
      await this.#translate(commentId, true)
      return
    }
    this.#leftAlone.add(commentId)
    show(commentId, {})
  }

  setOn(isOn: boolean): void {
    if (isOn) storeTranslationSwitch('on')
    else void switchOff()
    this.#isPaused = false
    $translationNotice.set('')
    if (isOn) return void this.follow()
    this.#sight.disconnect()
    this.#inSight.clear()
    for (const [, working] of this.#working) working.abort()
    for (const id of Object.keys($readings.get())) if (isTranslated(id)) show(id, {})
  }

  /** Observes the current list if the switch is on; else detects the browser's translator. */
  async follow(): Promise<void> {
    if (!$isTranslationOn.get()) return discoverTranslator()
    for (const item of commentList().querySelectorAll('.comments > li')) this.#sight.observe(item)
  }

  #wanted(): string[] {
    return [...this.#inSight]
      .filter((item) => item.isConnected && isTranslatable(item))
      .map(({ dataset }) => dataset['commentId'] ?? '')
      .filter((id) => !this.#working.has(id) && !isTranslated(id) && !this.#leftAlone.has(id))
  }

  /** Translates visible posts one after another while the switch is on. */
  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (;;) {
        const [id] = $isTranslationOn.get() && !this.#isPaused ? this.#wanted() : []
        if (!id || !(await this.#translate(id, false))) return
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** @returns whether the queue may go on */
  async #translate(commentId: string, isPressed: boolean): Promise<boolean> {
    const comment = $comments.get().find((one) => one.commentId === commentId)
    if (!comment) return true
    const stopping = new AbortController()
    this.#working.set(commentId, stopping)
    const wait = (note: MessageKey, percent = '') =>
      show(commentId, { note: t(note, { percent }), action: 'post.stop' })
    const timer = setTimeout(() => wait('post.translating'), QUIET_MS)
    let isDownloading = false
    const outcome = await translatePost(
      { commentId, text: comment.text, language: comment.lang ?? '' },
      {
        stopping,
        onProgress: (share) => {
          isDownloading = true
          clearTimeout(timer)
          wait('post.downloading', String(Math.round(share * 100)))
        },
        hasOperator: hasOperator(),
        ...(!isPressed && { stored: () => this.#storedFor(commentId) }),
      },
    )
    clearTimeout(timer)
    this.#working.delete(commentId)
    if ('text' in outcome) {
      const { text } = outcome
      show(commentId, { note: noteOf(outcome), action: 'post.original', translation: text })
      if (isPressed) announce(commentId, text)
      return true
    }
    return this.#explain(commentId, outcome.problem, isPressed, isDownloading)
  }

  #explain(commentId: string, problem: Problem, isPressed: boolean, isDownloading: boolean) {
    const sentence = noteOf({ problem })
    const isDeclined = problem === 'stopped' && isDownloading
    const isFirst = !Object.keys($readings.get()).some(isTranslated)
    const hasFailed = problem === 'failed' && isFirst && !hasOperator()
    // Switch off: the next visible post would also fail, or start the download again.
    const isOver = isDeclined || (!isPressed && (hasFailed || problem === 'needsPress'))
    const isOfTranslator = problem === 'limit' || problem === 'network' || problem === 'down'
    // Skip it: each retry of an untranslatable text costs daily quota.
    const isOfPost = problem === 'down' || problem === 'failed' || problem === 'stopped'
    if (isOfPost && !isOver && $isTranslationOn.get()) this.#leftAlone.add(commentId)
    const note = isPressed || !(isOfTranslator || isOver) ? sentence : ''
    show(commentId, { note })
    if (isPressed) announce(commentId, sentence)
    else if (isOfTranslator) this.#pause(sentence)
    if (isOver && $isTranslationOn.get()) {
      this.setOn(false)
      const text = problem === 'stopped' ? '' : t('post.switchedOff')
      const action = { text: t('post.switchOn'), run: () => this.setOn(true) }
      // An offer and a way back stay.
      if ($postNotice.get()) $translationNotice.set(text)
      else if (text) $postNotice.set({ text, action })
    }
    return !isOfTranslator && !isOver
  }

  /** A post's stored translation, fetched in one batch with the other visible posts. */
  async #storedFor(commentId: string): Promise<Translation | undefined> {
    if (!this.#stored.has(commentId)) {
      const others = this.#wanted().filter((id) => id !== commentId && !this.#stored.has(id))
      const unrequested = [commentId, ...others]
      const read = storedTranslations(unrequested)
      for (const id of unrequested) this.#stored.set(id, read)
    }
    return (await this.#stored.get(commentId))?.get(commentId)
  }

  #pause(sentence: string): void {
    this.#isPaused = true
    $translationNotice.set(sentence)
    setTimeout(() => {
      this.#isPaused = false
      $translationNotice.set('')
      void this.#work()
    }, RETRY_AFTER_MS)
  }
}

function announce(commentId: string, text: string): void {
  if (itemOf(commentId)) $announcement.set(text)
}

/** Stored translations by comment id; unreadable ones are omitted. */
async function storedTranslations(ids: readonly string[]): Promise<Map<string, Translation>> {
  const translations = new Map<string, Translation>()
  const language = pageLanguage()
  for (let from = 0; from < ids.length; from += TRANSLATIONS_READ) {
    const commentIds = ids.slice(from, from + TRANSLATIONS_READ).join(',')
    const result = await call('question', 'GET /question/translation', { commentIds, language })
    if (result.ok) for (const one of result.results) translations.set(one.commentId, one)
  }
  return translations
}

export const translation = new PostTranslation()
