import { call } from '../../stores/call.ts'
import { showOthers, hidesOthers } from '../../stores/hides-others.ts'
import { $comments } from '../../stores/comments.ts'
import { $user } from '../../stores/user.ts'
import { loadMessages } from '../../stores/messages.ts'
import type { Translate } from '../../i18n/translate.ts'
import { element } from './element.ts'
import { addStyles } from './styles.ts'

/** Longest wait for the panel's sentences, and for the response, while posts are covered. */
const MAX_WAIT_MS = 3_000
const pause = () => new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS))

/**
 * Covers others' answers on today's question until the person has a stored one of their own, or wants to see them
 * (`docs/product.md#own-words-first`). The posts keep their space, so nothing moves. Until this has loaded, the page's own
 * styles hide them, for a few seconds at most.
 */
export function coverOthers(commentList: HTMLElement, questionId: string): void {
  const dayEnd = Number(commentList.dataset['until'])
  /** The person to whom this page has shown them, kept here because storage may be unavailable. */
  let shownTo: string | undefined
  let panel: HTMLElement | undefined

  const show = (person: string | undefined) => {
    shownTo = person
    delete commentList.dataset['covered']
    panel?.remove()
    panel = undefined
  }
  const end = (person: string) => {
    show(person)
    showOthers(dayEnd)
  }
  const cover = async (person: string) => {
    addStyles()
    commentList.dataset['covered'] = ''
    // Their answer may be held, or earlier than the posts of the page.
    const query = { userId: person, questionId, limit: '1' }
    const request = call('comment', 'GET /comment', query)
    const isCovered = () => $user.get()?.userId === person && 'covered' in commentList.dataset
    const endIfAnswered = request.then((own) => {
      if (isCovered() && own.ok && own.results.length > 0) end(person)
    })
    const t = await Promise.race([loadMessages(), pause()])
    if (!t) return show(person)
    // On a slow network the button does not wait for the response.
    await Promise.race([endIfAnswered, pause()])
    if (!isCovered()) return
    panel = panelOf(t, () => {
      focusPosts(commentList)
      end(person)
    })
    commentList.insertBefore(panel, commentList.querySelector('.scroller'))
  }
  const update = () => {
    const user = $user.get()
    const person = user?.userId
    if (!person || person === shownTo || !hidesOthers(user)) return show(person)
    const hasAnswered = $comments
      .get()
      .some(({ userId, isPending }) => userId === person && !isPending)
    if (hasAnswered) end(person)
    else if (!('covered' in commentList.dataset)) cover(person).catch(() => show(person))
  }
  $comments.listen(update)
  $user.subscribe(update)
  delete document.documentElement.dataset['alone']
}

function panelOf(t: Translate, show: () => void): HTMLElement {
  const button = element('button', {
    type: 'button',
    className: 'button button-quiet',
    textContent: t('ownWordsFirst.show'),
  })
  button.addEventListener('click', show)
  const text = element('p', { textContent: t('ownWordsFirst.waiting') })
  return element('div', { className: 'cover' }, [element('div', {}, [text, button])])
}

/** The pressed button goes away. */
function focusPosts(commentList: HTMLElement): void {
  const scroller = commentList.querySelector<HTMLElement>('.scroller')!
  if (!scroller.hasAttribute('tabindex')) scroller.tabIndex = -1
  scroller.focus({ preventScroll: true })
}
