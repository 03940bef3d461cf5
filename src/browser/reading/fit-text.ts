import { scrollerOf } from './chat-scroll.ts'

/**
 * Keeps every comment's box as narrow as its longest line. CSS alone leaves a wrapped text in a box of the full width,
 * whatever `text-wrap` does to its lines. Line breaks stay, so nothing moves up or down. A text is measured once it is
 * nearly in sight: all of them at once would block a slow phone.
 */
export function fitTexts(chat: HTMLElement): void {
  const list = chat.querySelector('.comments')!
  const box = chat.querySelector('.scroller')!
  const near = new Set<HTMLElement>()
  let fittedWidth = 0
  let observer: IntersectionObserver | undefined
  const fitNear = () => fit([...near].filter(({ style }) => !style.width))
  // Runs whenever comments are added, and whenever a low window makes the page scroll instead of the box.
  const sizes = new ResizeObserver(() => {
    const root = scrollerOf(chat) === box ? box : null
    if (observer?.root !== root) {
      observer?.disconnect()
      observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries)
            near[isIntersecting ? 'add' : 'delete'](target as HTMLElement)
          fitNear()
        },
        { root, rootMargin: '50%' },
      )
    }
    const texts = list.querySelectorAll<HTMLElement>('p[dir]')
    if (list.clientWidth !== fittedWidth) {
      fittedWidth = list.clientWidth
      for (const { style } of texts) style.width = ''
      // Before the paint, so that no box in sight is seen at its full width.
      fitNear()
    }
    for (const text of texts) observer.observe(text)
  })
  sizes.observe(list)
  sizes.observe(box)
}

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
