import { scrollerOf } from './list-scroll.ts'

/**
 * Keeps every comment's box as narrow as its longest line. CSS alone leaves a wrapped text in a box of the full width,
 * whatever `text-wrap` does to its lines. Line breaks stay, so nothing moves up or down. A text is measured once it is
 * nearly in sight: all of them at once would block a slow phone.
 */
export function fitTexts(commentList: HTMLElement): void {
  const list = commentList.querySelector('.comments')!
  const box = commentList.querySelector('.scroller')!
  let fittedWidth = 0
  let observer: IntersectionObserver | undefined
  // Runs whenever comments are added, and whenever a low window makes the page scroll instead of the box.
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
    // The observer comes after the paint: what is in sight then would move.
    const near = texts.filter((text) => {
      const { top, height } = text.getBoundingClientRect()
      // A hidden text has no width to fit; the observer sees it once it is shown.
      return height && Math.abs(top) < 1.5 * innerHeight
    })
    fitNew(near)
    for (const text of texts) observer.observe(text)
  })
  sizes.observe(list)
  sizes.observe(box)
}

const fitNew = (texts: readonly HTMLElement[]) => fit(texts.filter(({ style }) => !style.width))

/** Fits the boxes of texts that are in sight of the styles. */
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
