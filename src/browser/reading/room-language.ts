import { firstInSight, keepScroll } from './keep-scroll.ts'

/** Pages of earlier comments that are read at a time in search of posts in one language. */
const MAX_PAGES = 10
/** Pixels from the newest comment within which the list stays there. */
const NEAR = 24

export interface Chat extends HTMLElement {
  /**
   * Resolves to whether there were any.
   * @param event the press on the link, which leads to the earlier page where they cannot be loaded
   */
  loadEarlier: (event?: Event) => Promise<boolean>
}

/**
 * The choice of the language in which posts are shown (`docs/product.md#language-of-the-room`). It is the root's
 * `data-room`, by which the styles hide posts; this remembers it and reads earlier posts until the window is filled.
 */
export function startRoomLanguage(chat: Chat): void {
  const { dataset } = document.documentElement
  const list = chat.querySelector('.comments')!
  const earlier = chat.querySelector<HTMLElement>('.earlier')!
  const radios = [...chat.querySelectorAll<HTMLInputElement>('[name="room"]')]
  let isFilling = false

  const shown = () => list.querySelectorAll(`.text[lang="${dataset['room']}"]`).length
  const isComplete = () => {
    const total = chat.querySelector(`[data-count="${dataset['room']}"]`)
    return earlier.hidden === true || (total !== null && shown() >= Number(total.textContent))
  }
  const update = () => chat.toggleAttribute('data-complete', !!dataset['room'] && isComplete())

  /** @param wanted number of posts in the language that are asked for, even where they fill the window already */
  const fill = async (wanted = 0, event?: Event) => {
    update()
    if (!dataset['room'] || isFilling) return
    isFilling = true
    for (let pages = 0; pages < MAX_PAGES && !isComplete(); pages++) {
      if (list.clientHeight >= innerHeight && shown() >= wanted) break
      if (!(await chat.loadEarlier(event))) break
    }
    isFilling = false
    update()
  }

  const show = (language: string) => {
    const box = chat.querySelector('.scroller')!
    const stays = (item: Element) =>
      !language ||
      'own' in (item as HTMLElement).dataset ||
      [language, ''].includes(item.querySelector<HTMLElement>('.text')!.lang)
    const isAtNewest = box.scrollTop > -NEAR
    const anchor = isAtNewest ? undefined : firstInSight([...list.children].filter(stays), box)
    keepScroll(box, anchor, () => {
      dataset['room'] = language
    })
    for (const radio of radios) radio.checked = radio.value === language
    void fill()
  }

  const choose = (language: string) => {
    show(language)
    try {
      if (language) localStorage.setItem('RoomLanguage', language)
      else localStorage.removeItem('RoomLanguage')
    } catch {
      // Without storage the choice holds for this page.
    }
  }

  chat.addEventListener('change', ({ target }) => {
    const radio = target as HTMLInputElement
    if (radio.name === 'room') choose(radio.value)
  })
  chat.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element
      if (target.closest('.none')) choose('')
      if (!dataset['room'] || !target.closest('.earlier')) return
      event.preventDefault()
      event.stopPropagation()
      void fill(shown() + 1, event)
    },
    true,
  )
  new MutationObserver(update).observe(list, { childList: true })
  // A choice may have been made before this script was there.
  const early = radios.find((radio) => radio.checked && !radio.defaultChecked)
  const remembered = radios.find(({ value }) => value === dataset['room'])
  if (early) choose(early.value)
  else if (!remembered) choose('')
  else if (remembered.value) {
    remembered.checked = true
    void fill()
  }
}
