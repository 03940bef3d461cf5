/**
 * Keeps every comment's box as narrow as its longest line. CSS alone leaves a wrapped text in a box of the full width,
 * whatever `text-wrap` does to its lines. Line breaks stay, so nothing moves up or down. A text is measured once it is
 * nearly in sight: all of them at once would block a slow phone.
 */
export function fitTexts(list: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      const texts = entries.filter((entry) => entry.isIntersecting).map(({ target }) => target)
      for (const text of texts) observer.unobserve(text)
      fit(texts as HTMLElement[])
    },
    { root: list.closest('.live .scroller'), rootMargin: '50%' },
  )
  let fittedWidth = 0
  // Runs whenever comments are added too: they change the list's height.
  new ResizeObserver(() => {
    const isSameWidth = list.clientWidth === fittedWidth
    fittedWidth = list.clientWidth
    const unfitted = isSameWidth ? 'p[dir]:not([style])' : 'p[dir]'
    for (const text of list.querySelectorAll<HTMLElement>(unfitted)) {
      text.style.width = ''
      observer.observe(text)
    }
  }).observe(list)
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
