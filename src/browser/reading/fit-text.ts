/**
 * Keeps every comment's box as narrow as its longest line. CSS alone leaves a wrapped text in a box of the full width,
 * whatever `text-wrap` does to its lines. Line breaks stay, so nothing moves up or down.
 */
export function fitTexts(list: HTMLElement): void {
  let fittedWidth = 0
  // Runs whenever comments are added too: they change the list's height.
  new ResizeObserver(() => {
    const unfitted = list.clientWidth === fittedWidth ? 'p[dir]:not([style])' : 'p[dir]'
    fittedWidth = list.clientWidth
    fit([...list.querySelectorAll<HTMLElement>(unfitted)])
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
