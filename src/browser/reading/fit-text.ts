/**
 * Shrinks comment boxes to their longest line, which CSS cannot do for wrapped text. Measures only
 * near the viewport: all at once would block a slow phone.
 */
export function fitTexts(commentList: HTMLElement): void {
  const list = commentList.querySelector('.comments')!
  let fittedWidth = 0
  const fitNear = () => {
    const texts = [...list.querySelectorAll<HTMLElement>('p[dir]')]
    if (list.clientWidth !== fittedWidth) {
      fittedWidth = list.clientWidth
      for (const { style } of texts) style.width = ''
    }
    const isNear = (text: HTMLElement) => {
      // Asking for the place of a post that is not laid out would lay it out.
      if (text.style.width || !text.checkVisibility({ contentVisibilityAuto: true })) return false
      return Math.abs(text.getBoundingClientRect().top) < 1.5 * innerHeight
    }
    fit(texts.filter(isNear))
  }
  // Runs on new comments, and on those that get their height or show.
  new ResizeObserver(fitNear).observe(list)
  addEventListener('scroll', fitNear, { capture: true, passive: true })
}

export function fit(texts: readonly HTMLElement[]): void {
  const range = new Range()
  for (const text of texts) text.style.width = ''
  const widths = texts.map((text) => {
    range.selectNodeContents(text)
    const { width } = range.getBoundingClientRect()
    // One line has its width, and needs no second layout.
    if (range.getClientRects().length === 1) return 'auto'
    return `calc(${Math.ceil(width + 0.5)}px + var(--edges))`
  })
  texts.forEach(({ style }, index) => {
    style.width = widths[index]!
  })
}
