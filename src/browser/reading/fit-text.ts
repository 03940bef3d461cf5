import { scrollerOf } from './list-scroll.ts'

/**
 * Shrinks comment boxes to their longest line, which CSS cannot do for wrapped text. Measures only
 * near the viewport: all at once would block a slow phone.
 */
export function fitTexts(commentList: HTMLElement): void {
  const list = commentList.querySelector('.comments')!
  const box = commentList.querySelector('.scroller')!
  let fittedWidth = 0
  let observer: IntersectionObserver | undefined
  // Runs on new comments and when scrolling moves between box and page.
  const sizes = new ResizeObserver(() => {
    const root = scrollerOf(commentList) === box ? box : null
    if (observer?.root !== root) {
      observer?.disconnect()
      observer = new IntersectionObserver(
        (entries) => {
          const near = entries.filter(({ isIntersecting }) => isIntersecting)
          fitNew(near.map(({ target }) => target as HTMLElement))
        },
        { root, rootMargin: '50%' },
      )
    }
    const texts = [...list.querySelectorAll<HTMLElement>('p[dir]')]
    if (list.clientWidth !== fittedWidth) {
      fittedWidth = list.clientWidth
      for (const { style } of texts) style.width = ''
    }
    // Visible texts first: the observer fires after the paint and would shift them.
    const near = texts.filter((text) => {
      const { top, height } = text.getBoundingClientRect()
      // Hidden texts have no width; the observer fires once they show.
      return height && Math.abs(top) < 1.5 * innerHeight
    })
    fitNew(near)
    for (const text of texts) observer.observe(text)
  })
  sizes.observe(list)
  sizes.observe(box)
}

const fitNew = (texts: readonly HTMLElement[]) => fit(texts.filter(({ style }) => !style.width))

export function fit(texts: readonly HTMLElement[]): void {
  const range = new Range()
  for (const text of texts) text.style.width = ''
  const widths = texts.map((text) => {
    range.selectNodeContents(text)
    return range.getBoundingClientRect().width
  })
  texts.forEach(({ style }, index) => {
    style.width = `calc(${Math.ceil(widths[index]! + 0.5)}px + var(--edges))`
  })
}
