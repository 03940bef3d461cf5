/** Pixels that are more than a browser's own bars. */
const MIN_KEYBOARD = 120

/**
 * Keeps the composer and the question in sight while an on-screen keyboard is open. Safari's keyboard covers the page:
 * the home screen becomes as tall as what is left. Chrome's makes the window smaller. Either way the navigation below
 * makes room.
 */
export function stayAboveKeyboard(composer: HTMLElement): void {
  const seen = window.visualViewport
  if (!seen) return
  const root = document.documentElement
  let width = window.innerWidth
  let tallest = window.innerHeight

  const fit = () => {
    const { innerHeight, innerWidth } = window
    tallest = innerWidth === width ? Math.max(tallest, innerHeight) : innerHeight
    width = innerWidth
    // A magnified page is seen in part as well, without any keyboard.
    const covered = seen.scale > 1.01 ? 0 : innerHeight - seen.height
    const isCovered = covered > MIN_KEYBOARD
    const isSmaller =
      tallest - innerHeight > MIN_KEYBOARD && composer.contains(document.activeElement)
    const hadKeyboard = root.hasAttribute('data-keyboard')
    const hasKeyboard = root.toggleAttribute('data-keyboard', isCovered || isSmaller)
    root.style.setProperty('--covered', isCovered ? `${covered}px` : '0px')
    // Safari has pushed the page up to show the field, which now fits.
    if (isCovered && document.querySelector('.home-page')) window.scrollTo(0, 0)
    // The navigation came or went: the list of comments restores its position.
    if (hadKeyboard !== hasKeyboard) window.dispatchEvent(new Event('resize'))
  }
  seen.addEventListener('resize', fit)
  fit()
}
