import { MINUTE_MS } from '../../domain/durations.ts'
import type { Translation } from '../../contract/schemas.ts'
import type { Translate } from '../../i18n/translate.ts'
import { loadMessages } from '../../stores/messages.ts'
import { showLoadFailure } from '../dialogs/load-failure.ts'
import { storedTranslations } from './by-operator.ts'
import { discoverTranslator, switchOff } from './discover.ts'
import { isTranslatable, isTranslated, rowOf } from './post-row.ts'
import { isTranslationOn, storeTranslationSwitch } from './translation-switch.ts'
import { translatePost, type Outcome, type Problem } from './translate-post.ts'

/** Time after which the translation of all posts tries again when the translator failed. */
const RETRY_AFTER_MS = MINUTE_MS

const names: Record<Translation['translator'], string> = {
  'workers-ai': 'Workers AI',
  libretranslate: 'LibreTranslate',
}

/**
 * Reading posts in the page's language (`docs/product.md#translation-of-posts`): one at its button, or, by the
 * switch, all that come into sight.
 */
class PostTranslation {
  /** Translations in progress, each with what stops it. */
  readonly #working = new Map<HTMLElement, AbortController>()
  /** Posts that were turned back to the original or were not translated: the switch does not translate them. */
  readonly #leftAlone = new WeakSet<HTMLElement>()
  readonly #inSight = new Set<HTMLElement>()
  readonly #sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      this.#inSight[isIntersecting ? 'add' : 'delete'](target as HTMLElement)
    void this.#work()
  })
  readonly #stored = new Map<string, Promise<Map<string, Translation>>>()
  #isBusy = false
  #isPaused = false

  constructor(
    readonly commentList: HTMLElement,
    readonly t: Translate,
  ) {
    // A download on the device may only begin with a press, wherever it is.
    addEventListener('click', () => void this.#work())
  }

  async press(item: HTMLElement): Promise<void> {
    const working = this.#working.get(item)
    if (working) return working.abort()
    if (!isTranslated(item)) {
      this.#leftAlone.delete(item)
      await this.#translate(item, true)
      return
    }
    this.#leftAlone.add(item)
    rowOf(this.commentList, item, this.t).showOriginal()
  }

  setOn(isOn: boolean): void {
    if (isOn) storeTranslationSwitch('on')
    else void switchOff(this.commentList)
    this.commentList.querySelector<HTMLInputElement>('.read-all input')!.checked = isOn
    this.#isPaused = false
    this.#say('')
    if (isOn) return this.follow()
    this.#sight.disconnect()
    this.#inSight.clear()
    for (const [, working] of this.#working) working.abort()
    for (const item of this.#items())
      if (isTranslated(item)) rowOf(this.commentList, item, this.t).showOriginal()
  }

  /** Looks at all posts of the list; it may have new ones. */
  follow(): void {
    if (isTranslationOn()) for (const item of this.#items()) this.#sight.observe(item)
  }

  #items(): Iterable<HTMLElement> {
    return this.commentList.querySelectorAll<HTMLElement>('.comments > li')
  }

  #wanted(): HTMLElement[] {
    return [...this.#inSight].filter(
      (item) =>
        item.isConnected &&
        !this.#working.has(item) &&
        isTranslatable(item) &&
        !isTranslated(item) &&
        !this.#leftAlone.has(item),
    )
  }

  /** Translates the posts in sight while translation is on, one after another. */
  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (;;) {
        const [item] = isTranslationOn() && !this.#isPaused ? this.#wanted() : []
        if (!item || !(await this.#translate(item, false))) return
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** Returns whether the translation of all posts may go on with others. */
  async #translate(item: HTMLElement, isPressed: boolean): Promise<boolean> {
    const row = rowOf(this.commentList, item, this.t)
    const stopping = new AbortController()
    const { signal } = stopping
    this.#working.set(item, stopping)
    row.showWaiting()
    let isDownloading = false
    const { commentId = '' } = item.dataset
    const stopped = new Promise<Outcome>((resolve) => {
      signal.addEventListener('abort', () => resolve({ problem: 'stopped' }))
    })
    const translated = translatePost(
      { commentId, text: row.text, language: row.language },
      {
        signal,
        onProgress: (share) => {
          isDownloading = true
          if (!signal.aborted) row.showDownload(share)
        },
        hasOperator: 'translator' in this.commentList.dataset,
        ...(!isPressed && { stored: () => this.#storedFor(commentId) }),
      },
    )
    const outcome = await Promise.race([translated, stopped])
    this.#working.delete(item)
    if ('text' in outcome) {
      const { text, by } = outcome
      const { t } = this
      row.showTranslation(text, by ? t('post.by', { name: names[by] }) : t('post.byDevice'))
      if (isPressed) this.#announce(item, text)
      return true
    }
    const { problem } = outcome
    const sentence = this.#sentence(problem)
    const isDeclined = problem === 'stopped' && isDownloading
    const isOfTranslator = problem === 'limit' || problem === 'network' || problem === 'down'
    // The switch would translate it again: with every try a text that has no translation costs a part of the day's characters.
    const isOfPost = problem === 'down' || problem === 'failed' || problem === 'stopped'
    if (isOfPost && !isDeclined && isTranslationOn()) this.#leftAlone.add(item)
    row.showOriginal(isPressed || !isOfTranslator ? sentence : '')
    if (isPressed) this.#announce(item, sentence)
    else if (isOfTranslator) this.#pause(sentence)
    // Any other post in sight would begin the download again.
    if (isDeclined && isTranslationOn()) this.setOn(false)
    return !isOfTranslator && problem !== 'needsPress'
  }

  /** The stored translation of a post, requested together with the others in sight. */
  async #storedFor(commentId: string): Promise<Translation | undefined> {
    if (!this.#stored.has(commentId)) {
      const ids = this.#wanted().map(({ dataset }) => dataset['commentId'] ?? '')
      const unrequested = [
        commentId,
        ...ids.filter((id) => id !== commentId && !this.#stored.has(id)),
      ]
      const read = storedTranslations(unrequested)
      for (const id of unrequested) this.#stored.set(id, read)
    }
    return (await this.#stored.get(commentId))?.get(commentId)
  }

  #sentence(problem: Problem): string {
    if (problem === 'needsPress' || problem === 'stopped') return ''
    return this.t(problem === 'limit' ? 'post.translationLimit' : 'post.notTranslated')
  }

  #pause(sentence: string): void {
    this.#isPaused = true
    this.#say(sentence)
    setTimeout(() => {
      this.#isPaused = false
      this.#say('')
      void this.#work()
    }, RETRY_AFTER_MS)
  }

  /** Says below the comments why posts are not translated. */
  #say(sentence: string): void {
    let notice = this.commentList.querySelector('.translation-notice')
    if (!notice && !sentence) return
    if (!notice) {
      notice = document.createElement('div')
      notice.className = 'list-notice translation-notice'
      notice.role = 'status'
      this.commentList.insertBefore(notice, this.commentList.querySelector('.announcer'))
    }
    notice.textContent = sentence
  }

  /** Says what became of a post, unless it was deleted meanwhile. */
  #announce(item: HTMLElement, text: string): void {
    if (item.isConnected) this.commentList.querySelector('.announcer')!.textContent = text
  }
}

let started: Promise<PostTranslation> | undefined

/** @param pressed a post's button or the switch; otherwise the list may have new posts */
export async function translatePosts(
  commentList: HTMLElement,
  pressed?: Element | null,
): Promise<void> {
  if (!pressed && !isTranslationOn()) return discoverTranslator(commentList)
  const input = commentList.querySelector<HTMLInputElement>('.read-all input')!
  // Until it was pressed once, the switch is as the page came.
  if (pressed !== input && !started) input.checked = isTranslationOn()
  const isOn = input.checked
  started ??= loadMessages().then((t) => new PostTranslation(commentList, t))
  try {
    const translation = await started
    const item = pressed?.closest<HTMLElement>('.comments > li')
    if (item) await translation.press(item)
    else if (pressed) translation.setOn(isOn)
    else translation.follow()
  } catch {
    started = undefined
    if (pressed) showLoadFailure()
  }
}
