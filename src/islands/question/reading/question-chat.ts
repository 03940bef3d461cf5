import {
  $comments,
  addEarlier,
  applyEvents,
  takeNewest,
  type ShownComment,
} from '../../../stores/comments.ts'
import { announcer } from './announcer.ts'
import { makeItem, markItem, readItem } from './comment-item.ts'
import { follow } from './follow.ts'
import { firstInSight, keepPlace } from './keep-place.ts'
import { addOwnMenu } from './own-menu.ts'
import { readComments } from './read-comments.ts'

/** Milliseconds without scrolling after which the reader's place counts (`product.md §9`). */
const SCROLL_IDLE = 200
/** Pixels from the newest comment that still count as being there. */
const NEAR = 24

const identity = ({ key, commentId }: ShownComment) => key ?? commentId

/**
 * The list of comments: reads what the page brought, follows what is written, loads earlier ones in place. It alone
 * changes the list, by what `$comments` says. It never moves the reader.
 */
class QuestionChat extends HTMLElement {
  readonly #questionId = this.dataset['questionId'] ?? ''
  readonly #list = this.querySelector<HTMLElement>('.comments')!
  readonly #earlier = this.querySelector<HTMLAnchorElement>('.earlier')!
  readonly #notice = this.querySelector<HTMLElement>('.chat-notice')!
  readonly #pill = this.querySelector<HTMLButtonElement>('.pill')
  readonly #items = new Map<string, HTMLElement>()
  readonly #isLive = 'live' in this.dataset
  readonly #announce = announcer(this.querySelector<HTMLElement>('.announcer')!)
  #isAtNewest = true
  #unread = 0
  #askNow = () => {}

  connectedCallback() {
    for (const item of this.#list.children as HTMLCollectionOf<HTMLElement>) {
      this.#items.set(item.dataset['commentId'] ?? '', item)
    }
    $comments.set([...this.#items.values()].map(readItem))
    $comments.subscribe((comments) => this.#show(comments))
    new MutationObserver(() => this.#show($comments.get())).observe(document.documentElement, {
      attributeFilter: ['data-person'],
    })
    this.#earlier.addEventListener('click', (event) => void this.#loadEarlier(event))
    if (this.#isLive) this.#follow()
  }

  #follow() {
    const scroller = this.querySelector<HTMLElement>('.scroller')!
    let timer: ReturnType<typeof setTimeout>
    scroller.addEventListener('scroll', () => {
      clearTimeout(timer)
      timer = setTimeout(() => this.#settle(scroller), SCROLL_IDLE)
    })
    this.#pill?.addEventListener('click', () => {
      scroller.scrollTo({ top: 0, behavior: 'smooth' })
      scroller.focus({ preventScroll: true })
    })
    const fail = () => this.#tell(navigator.onLine ? 'failed' : 'offline')
    this.#askNow = follow(this.#questionId, Number(this.dataset['seq']), {
      apply: (events) => this.#receive(() => applyEvents(events)),
      deliver: (question) => {
        this.#receive(() => takeNewest(question.questionComments ?? []))
        this.#earlier.hidden = question.questionCommentsCount <= $comments.get().length
      },
      fail,
      recover: () => this.#tell(),
    })
    addEventListener('offline', fail)
  }

  /** The box grows upwards from its newest comment, so its distance from there is negative. */
  #settle(scroller: Element) {
    this.#isAtNewest = scroller.scrollTop > -NEAR
    if (this.#isAtNewest) this.#count(0)
  }

  #count(unread: number) {
    this.#unread = unread
    if (!this.#pill) return
    this.#pill.hidden = unread === 0
    this.#pill.textContent = (this.#pill.dataset['text'] ?? '').replace('{count}', String(unread))
  }

  #tell(what?: 'failed' | 'offline') {
    if (this.#notice.dataset['shown'] === what) return
    if (what) this.#notice.dataset['shown'] = what
    else delete this.#notice.dataset['shown']
    this.#notice.textContent = (what && this.#notice.dataset[what]) ?? ''
    if (what !== 'failed') return
    const retry = this.querySelector<HTMLTemplateElement>('template[data-retry]')!
    const button = this.#notice.appendChild(retry.content.firstElementChild!.cloneNode(true))
    button.addEventListener('click', () => this.#askNow())
  }

  /** Takes over what the server tells, counting and announcing what others have written. */
  #receive(change: () => void) {
    const known = new Set($comments.get().map(({ commentId }) => commentId))
    const { person } = document.documentElement.dataset
    change()
    const fresh = $comments
      .get()
      .filter(
        ({ commentId, userId, isPending }) =>
          !isPending && !known.has(commentId) && userId !== person,
      )
    if (!this.#isAtNewest) this.#count(this.#unread + fresh.length)
    this.#announce(fresh)
  }

  async #loadEarlier(event: Event) {
    event.preventDefault()
    const first = $comments.get()[0]
    if (!first || this.#earlier.ariaBusy === 'true') return
    this.#earlier.ariaBusy = 'true'
    const question = await readComments(this.#questionId, first.commentId)
    this.#earlier.ariaBusy = null
    if (!question) return location.assign(this.#earlier.href)
    const earlier = question.questionComments ?? []
    const anchor = this.#items.get(identity(first))
    keepPlace(this.#scrolling(), anchor, () => addEarlier(earlier))
    this.#earlier.hidden =
      earlier.length === 0 || $comments.get().length >= question.questionCommentsCount
    this.#earlier.href = this.#earlier.href.replace(/[^=]*$/, earlier[0]?.commentId ?? '')
  }

  /** The box itself, or the page where the box is as tall as its content. */
  #scrolling(): Element {
    const scroller = this.querySelector('.scroller')!
    const isBox = this.#isLive && getComputedStyle(scroller).overflowY !== 'visible'
    return isBox ? scroller : document.scrollingElement!
  }

  #show(comments: readonly ShownComment[]) {
    const isOwnNewest = comments.at(-1)?.isPending === true
    if (this.#isAtNewest || isOwnNewest) {
      this.#change(comments)
      if (isOwnNewest) this.#scrolling().scrollTop = this.#isLive ? 0 : Number.MAX_SAFE_INTEGER
      return
    }
    const scrolling = this.#scrolling()
    const anchor = firstInSight(this.#list.children, scrolling)
    keepPlace(scrolling, anchor, () => this.#change(comments))
  }

  #change(comments: readonly ShownComment[]) {
    const { person } = document.documentElement.dataset
    const kept = new Set(comments.map(identity))
    for (const [id, item] of this.#items) {
      if (kept.has(id)) continue
      item.remove()
      this.#items.delete(id)
    }
    let next = this.#list.firstElementChild
    for (const comment of comments) {
      const item = this.#items.get(identity(comment)) ?? this.#make(comment)
      markItem(item, comment, person)
      addOwnMenu(this, item)
      if (item === next) next = next.nextElementSibling
      else this.#list.insertBefore(item, next)
    }
  }

  #make(comment: ShownComment): HTMLElement {
    const template = this.querySelector('template')!
    const item = makeItem(template, comment, this.dataset['timePattern'] ?? '')
    this.#items.set(identity(comment), item)
    return item
  }
}

customElements.define('question-chat', QuestionChat)
