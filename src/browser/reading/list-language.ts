import type { CommentList } from './comment-list.ts'
import { firstInSight, keepScroll } from './keep-scroll.ts'
import { isNearNewest } from './list-scroll.ts'

/** Pages of earlier comments that are read at a time in search of posts in one language. */
const MAX_PAGES = 10

/**
 * The choice of the language in which posts are shown (`docs/product.md#language-of-the-list`). It is the root's
 * `data-list`, by which the styles hide posts; this remembers it and reads earlier posts until the window is filled.
 */
export function startListLanguage(commentList: CommentList): void {
  const { dataset } = document.documentElement
  const list = commentList.querySelector('.comments')!
  const earlier = commentList.querySelector<HTMLElement>('.earlier')!
  const radios = [...commentList.querySelectorAll<HTMLInputElement>('[name="list"]')]
  let isFilling = false

  const shown = () => list.querySelectorAll(`.text[lang="${dataset['list']}"]`).length
  const isComplete = () => {
    const total = commentList.querySelector(`[data-count="${dataset['list']}"]`)
    return earlier.hidden === true || (total !== null && shown() >= Number(total.textContent))
  }
  const update = () =>
    commentList.toggleAttribute('data-complete', !!dataset['list'] && isComplete())

  /** @param wanted number of posts in the language that are asked for, even where they fill the window already */
  const fill = async (wanted = 0, event?: Event) => {
    update()
    if (!dataset['list'] || isFilling) return
    isFilling = true
    for (let pages = 0; pages < MAX_PAGES && !isComplete(); pages++) {
      if (list.clientHeight >= innerHeight && shown() >= wanted) break
      if (!(await commentList.loadEarlier(event))) break
    }
    isFilling = false
    update()
  }

  const show = (language: string) => {
    const box = commentList.querySelector('.scroller')!
    const stays = (item: Element) =>
      !language ||
      'own' in (item as HTMLElement).dataset ||
      [language, ''].includes(item.querySelector<HTMLElement>('.text')!.lang)
    const isAtNewest = isNearNewest(box)
    const anchor = isAtNewest ? undefined : firstInSight([...list.children].filter(stays), box)
    keepScroll(box, anchor, () => {
      dataset['list'] = language
    })
    for (const radio of radios) radio.checked = radio.value === language
    void fill()
  }

  const choose = (language: string) => {
    show(language)
    try {
      if (language) localStorage.setItem('ListLanguage', language)
      else localStorage.removeItem('ListLanguage')
    } catch {
      // Without storage the choice holds for this page.
    }
  }

  commentList.addEventListener('change', ({ target }) => {
    const radio = target as HTMLInputElement
    if (radio.name === 'list') choose(radio.value)
  })
  commentList.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element
      if (target.closest('.none')) choose('')
      if (!dataset['list'] || !target.closest('.earlier')) return
      event.preventDefault()
      event.stopPropagation()
      void fill(shown() + 1, event)
    },
    true,
  )
  new MutationObserver(update).observe(list, { childList: true })
  // A choice may have been made before this script was there. All languages were checked then, whatever is remembered: the
  // press that `first-paint.js` noted is a choice as well.
  const { earlyPress } = globalThis as { earlyPress?: Element }
  const early = radios.find(
    (radio) => radio.checked && (radio === earlyPress || !radio.defaultChecked),
  )
  const remembered = radios.find(({ value }) => value === dataset['list'])
  if (early) choose(early.value)
  else if (!remembered) choose('')
  else if (remembered.value) {
    remembered.checked = true
    void fill()
  }
}
