/**
 * Keeps every comment's box as narrow as its longest line. CSS alone leaves a wrapped text in a box of the full width,
 * whatever `text-wrap` does to its lines. Line breaks stay, so nothing moves up or down.
 */
export function fitTexts(list: HTMLElement): void {
  let fittedWidth = 0
  const range = new Range()
  const longestLine = (text: Element) => {
    range.selectNodeContents(text)
    return range.getBoundingClientRect().width
  }
  // Runs whenever comments are added too: they change the list's height.
  new ResizeObserver(() => {
    const unfitted = [...list.querySelectorAll<HTMLElement>('.text')].filter((text) => {
      if (list.clientWidth !== fittedWidth) text.style.width = ''
      return !text.style.width
    })
    fittedWidth = list.clientWidth
    const widths = unfitted.map(longestLine)
    unfitted.forEach((text, index) => {
      text.style.width = `calc(${Math.ceil(widths[index]! + 0.5)}px + var(--edges))`
    })
  }).observe(list)
}
