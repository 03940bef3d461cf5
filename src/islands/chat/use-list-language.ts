import { useStore } from '@nanostores/react'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { firstInSight, keepScroll, isNearNewest } from '../../browser/reading/list-scroll.ts'
import { $listLanguage } from '../../stores/chat.ts'
import { $comments, $counts, $hasEarlier } from '../../stores/comments.ts'
import { storeChoice } from '../../api/storage.ts'
import { commentList } from './comment-list.ts'
import { loadEarlier } from './load-earlier.ts'

const MAX_PAGES = 10

const shownIn = (language: string) => $comments.get().filter(({ lang }) => lang === language).length

function isComplete(): boolean {
  const list = $listLanguage.get()
  const total = $counts.get()[list]
  return !$hasEarlier.get() || (total !== undefined && shownIn(list) >= total)
}

/** Language filter (`docs/product.md#language-of-the-list`); fills the window with posts. */
export function useListLanguage() {
  const language = useStore($listLanguage, { ssr: 'initial' })
  useStore($comments, { ssr: 'initial' })
  useStore($hasEarlier, { ssr: 'initial' })
  const isFilling = useRef(false)

  /** @param wanted minimum number of posts in the language */
  const fill = useCallback(async (wanted = 0): Promise<boolean | undefined> => {
    if (!$listLanguage.get() || isFilling.current) return true
    isFilling.current = true
    let isRead: boolean | undefined = true
    const box = commentList().querySelector('.comments')!
    for (let pages = 0; pages < MAX_PAGES && isRead && !isComplete(); pages++) {
      if (box.clientHeight >= innerHeight && shownIn($listLanguage.get()) >= wanted) break
      isRead = await loadEarlier()
    }
    isFilling.current = false
    return isRead
  }, [])

  const choose = (chosen: string) => {
    show(chosen)
    storeChoice('ListLanguage', chosen)
    void fill()
  }

  useLayoutEffect(() => {
    const remembered = document.documentElement.dataset['list'] ?? ''
    const isKnown = commentList().querySelector(`[name="list"][value="${CSS.escape(remembered)}"]`)
    if (!isKnown) show('')
    else if (remembered) {
      $listLanguage.set(remembered)
      void fill()
    }
  }, [fill])

  return {
    language,
    choose,
    isComplete: language !== '' && isComplete(),
    loadMore: () => (language ? fill(shownIn(language) + 1) : loadEarlier()),
  }
}

/** Applies the filter, keeping the scroll position. */
function show(language: string): void {
  const box = commentList().querySelector('.scroller')!
  const stays = (item: Element) =>
    !language ||
    'own' in (item as HTMLElement).dataset ||
    [language, ''].includes(item.querySelector<HTMLElement>('.text')!.lang)
  const items = [...commentList().querySelectorAll('.comments > li')]
  const anchor = isNearNewest(box) ? undefined : firstInSight(box, items.filter(stays))
  keepScroll(box, anchor, () => {
    document.documentElement.dataset['list'] = language
  })
  $listLanguage.set(language)
}
