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
    const texts = [...list.querySelectorAll<HTMLElement>('.text')]
    if (list.clientWidth !== fittedWidth) for (const text of texts) text.style.width = ''
    fittedWidth = list.clientWidth
    const unfitted = texts.filter((text) => text.style.width === '')
    if (!unfitted[0]) return
    const style = getComputedStyle(unfitted[0])
    const edges = 2 * (parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth))
    const widths = unfitted.map(longestLine)
    unfitted.forEach((text, index) => {
      const width = Math.ceil(widths[index]! + edges + 0.5)
      text.style.width = `${width / parseFloat(style.fontSize)}em`
    })
  }).observe(list)
}
