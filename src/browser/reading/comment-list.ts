import { loadStyles } from '../dialogs/on-demand-styles.ts'
import { $comments, addEarlier, applyEvents, type ShownComment } from '../../stores/comments.ts'
import { announcer } from './announcer.ts'
import { showProblem } from './list-notice.ts'
import { isNearNewest, scrollerOf, scrollToNewest } from './list-scroll.ts'
import { makeItem, markItem, readItem } from './comment-item.ts'
import { follow } from './follow.ts'
import { firstInSight, keepScroll } from './keep-scroll.ts'
import { printAll } from './print-all.ts'
import {
  positionIn,
  savedPosition,
  savePosition,
  scrollBack,
  type ReadingPosition,
} from './reading-position.ts'
import { showTally } from './tally.ts'
import { unreadPill } from './unread-pill.ts'
import { withTimeout } from '../with-timeout.ts'

/** Time without scrolling after which the position counts (`docs/product.md#home`). */
const SCROLL_IDLE_MS = 200
/** Pages of earlier comments that are loaded for a reader who comes back to one of them. */
const MAX_PAGES_BACK = 10

const identity = ({ key, commentId }: ShownComment) => key ?? commentId

/**
 * The comment list: reads the served items, follows live events and loads earlier comments. Only this element
 * changes the list, from `$comments`, and never moves what the reader looks at.
 */
export class CommentList extends HTMLElement {
  readonly #questionId = this.dataset['questionId'] ?? ''
  readonly #list = this.querySelector<HTMLElement>('.comments')!
  readonly #earlier = this.querySelector<HTMLAnchorElement>('.earlier')!
  readonly #pill = this.querySelector<HTMLButtonElement>('.pill')
  readonly #items = new Map<string, HTMLElement>()
  readonly #isLive = 'live' in this.dataset
  readonly #announce = announcer(this.querySelector<HTMLElement>('.announcer')!)
  #isAtNewest = true
  /** The reading position when it is not at the newest comment. */
  #position: ReadingPosition | undefined
  readonly #unread = unreadPill(this.#pill)
  /** Until the first touch of the page has loaded the menus. A signed-in person has them at once. */
  readonly #untouched = new AbortController()
  /** What was clicked last while the menus are loaded. */
  #pressed?: EventTarget | null

  connectedCallback() {
    for (const item of this.#list.children as HTMLCollectionOf<HTMLElement>) {
      this.#items.set(item.dataset['commentId'] ?? '', item)
    }
    $comments.set([...this.#items.values()].map(readItem))
    this.#change($comments.get())
    $comments.listen((comments) => this.#show(comments))
    new MutationObserver(() => this.#receive(() => this.#show($comments.get()))).observe(
      document.documentElement,
      { attributeFilter: ['data-person', 'data-list'] },
    )
    this.#earlier.addEventListener('click', (event) => void this.loadEarlier(event))
    printAll(
      () => this.#earlier.hidden === true,
      () => this.loadEarlier(),
    )
    if (this.#isLive) this.#follow()
    this.#goToNamed()
    addEventListener('hashchange', () => this.#goToNamed())
    for (const type of ['pointerover', 'keydown', 'click'])
      addEventListener(
        type,
        ({ target }) => this.#addMenus(type === 'click' ? target : undefined),
        this.#untouched,
      )
    // Pressed before this script was there (`first-paint.js`).
    const { earlyPress } = globalThis as { earlyPress?: Element }
    if (earlyPress) this.#addMenus(earlyPress)
  }

  /** The address may name a post. */
  #goToNamed() {
    if (!location.hash) return
    import('./named-post.ts').then((script) => script.goToPost(this)).catch(() => undefined)
  }

  #addMenus(pressed?: EventTarget | null) {
    this.#pressed = pressed ?? this.#pressed
    Promise.all([import('./post-menus.ts'), loadStyles()])
      .then(([menus]) => {
        this.#untouched.abort()
        menus.addMenus(this, this.#pressed)
        this.#pressed = undefined
      })
      .catch(() => (this.#pressed = undefined))
  }

  #follow() {
    let timer: ReturnType<typeof setTimeout>
    const settleSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => this.#settle(), SCROLL_IDLE_MS)
    }
    const position = savedPosition()
    if (position) void this.#comeBack(position)
    // The box grows upwards from the newest comment; the page does not.
    else if (scrollerOf(this) === document.scrollingElement) scrollToNewest(scrollerOf(this))
    settleSoon()
    // Either the box scrolls, or, in a low window, the page.
    addEventListener('scroll', settleSoon, { capture: true, passive: true })
    // An on-screen keyboard or a turned phone may change which of them does.
    addEventListener('resize', () => {
      const item = this.#position && this.#find(this.#position.commentId)
      if (this.#isAtNewest) scrollToNewest(scrollerOf(this))
      else if (item) scrollBack(item, this.#position!.top, scrollerOf(this))
    })
    addEventListener('pagehide', () => savePosition(this.#position))
    this.#pill?.addEventListener('click', () => {
      scrollToNewest(scrollerOf(this), 'smooth')
      this.querySelector<HTMLElement>('.scroller')!.focus({ preventScroll: true })
    })
    const tally = showTally(this)
    const showState = (problem?: 'failed' | 'offline') =>
      showProblem(this, problem, () => catchUp())
    const fail = () => {
      tally.setReaders(0)
      showState(navigator.onLine ? 'failed' : 'offline')
    }
    const catchUp = follow(this.#questionId, Number(this.dataset['seq']), {
      apply: (events) => {
        tally.addEvents(events)
        this.#receive(() => applyEvents(events))
      },
      deliver: (question, merge) => {
        tally.setPosts(question)
        this.#receive(() => merge(question.questionComments ?? []))
        this.#earlier.hidden = question.questionCommentsCount <= $comments.get().length
      },
      fail,
      recover: () => showState(),
      countReaders: tally.setReaders,
    })
    addEventListener('offline', fail)
  }

  #settle() {
    this.#isAtNewest = isNearNewest(scrollerOf(this))
    this.#position = this.#isAtNewest
      ? undefined
      : positionIn(this.#list.children, scrollerOf(this))
    if (this.#isAtNewest) this.#unread.clear()
  }

  /** Scrolls to the comment that the reader left from, which may be older than the page's first. */
  async #comeBack({ commentId, top }: ReadingPosition) {
    this.#isAtNewest = false
    for (let page = 0; page < MAX_PAGES_BACK && !this.#earlier.hidden; page++) {
      if (this.#find(commentId) || !(await this.loadEarlier())) break
    }
    const item = this.#find(commentId)
    if (item) scrollBack(item, top, scrollerOf(this))
  }

  #find(commentId: string): Element | null {
    return this.#list.querySelector(`[data-comment-id="${commentId}"]`)
  }

  /** Applies a change, counting and announcing new comments of others; not those that are hidden here. */
  #receive(change: () => void) {
    const isShown = (commentId: string) => this.#find(commentId)?.checkVisibility()
    const known = new Set($comments.get().map(({ commentId }) => commentId))
    const { person } = document.documentElement.dataset
    change()
    const comments = $comments.get()
    const fresh = comments.filter(
      ({ commentId, userId, isPending }) =>
        !isPending && !known.has(commentId) && userId !== person && isShown(commentId),
    )
    this.#unread.update(isShown, this.#isAtNewest ? [] : fresh)
    this.#announce(fresh)
  }

  /**
   * Resolves to whether there were any.
   * @param event the press on the link, which leads to the earlier page where they cannot be loaded
   */
  async loadEarlier(event?: Event): Promise<boolean> {
    event?.preventDefault()
    const first = $comments.get()[0]
    if (!first || this.#earlier.ariaBusy === 'true') return false
    this.#earlier.ariaBusy = 'true'
    const question = await withTimeout(import('./read-comments.ts'))
      .then((script) => script.readComments(this.#questionId, first.commentId))
      .catch(() => undefined)
    this.#earlier.ariaBusy = null
    if (!question && event) location.assign(this.#earlier.href)
    if (!question) return false
    const earlier = question.questionComments ?? []
    const anchor = this.#items.get(identity(first))
    keepScroll(scrollerOf(this), anchor, () => addEarlier(earlier))
    this.#earlier.hidden =
      earlier.length === 0 || $comments.get().length >= question.questionCommentsCount
    this.#earlier.href = this.#earlier.href.replace(/[^=]*$/, earlier[0]?.commentId ?? '')
    return true
  }

  #show(comments: readonly ShownComment[]) {
    const isOwnNewest = comments.at(-1)?.isPending === true
    const isAtNewest = this.#isAtNewest && (!this.#isLive || isNearNewest(scrollerOf(this)))
    if (isAtNewest || isOwnNewest) {
      this.#change(comments)
      if (this.#isLive) scrollToNewest(scrollerOf(this))
      return
    }
    const scroller = scrollerOf(this)
    const anchor = firstInSight(this.#list.children, scroller)
    keepScroll(scroller, anchor, () => this.#change(comments))
  }

  #change(comments: readonly ShownComment[]) {
    const { person, list, read } = document.documentElement.dataset
    const kept = new Set(comments.map(identity))
    for (const [id, item] of this.#items) {
      if (kept.has(id)) continue
      item.remove()
      this.#items.delete(id)
    }
    let next = this.#list.firstElementChild
    let previous: ShownComment | undefined
    for (const comment of comments) {
      const item = this.#items.get(identity(comment)) ?? this.#make(comment)
      markItem(item, comment, person, previous)
      previous = comment
      if (item === next) next = next.nextElementSibling
      else this.#list.insertBefore(item, next)
    }
    if (person || list || read === 'on' || this.querySelector('.post-menu, [data-reported]'))
      this.#addMenus()
  }

  #make(comment: ShownComment): HTMLElement {
    const template = this.querySelector('template')!
    const item = makeItem(template, comment, this.dataset['timePattern'] ?? '')
    this.#items.set(identity(comment), item)
    return item
  }
}

// Yield first, so that a slow phone can handle input.
setTimeout(() => customElements.define('comment-list', CommentList))
