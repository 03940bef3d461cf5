const LAID_OUT = { contentVisibilityAuto: true }

/**
 * Shrinks comment boxes to their longest line, which CSS cannot do for wrapped text. Measures only
 * what the browser lays out (`content-visibility`): all at once would block a slow phone.
 */
export function fitTexts(commentList: HTMLElement): void {
  const list = commentList.querySelector('.comments')!
  let fittedWidth = 0
  const fitNew = () => {
    const texts = [...list.querySelectorAll<HTMLElement>('p[dir]')]
    if (list.clientWidth !== fittedWidth) {
      fittedWidth = list.clientWidth
      for (const { style } of texts) style.width = ''
    }
    fit(texts.filter((text) => !text.style.width && text.checkVisibility(LAID_OUT)))
  }
  // Runs on new comments too.
  new ResizeObserver(fitNew).observe(list)
  // Of the events for several posts that come near the viewport, the first one fits them all.
  list.addEventListener('contentvisibilityautostatechange', fitNew)
}

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
