/** Pixels that are more than a browser's own bars. */
const LEAST_KEYBOARD = 120

/**
 * Keeps the composer above an on-screen keyboard that covers the page instead of making it smaller, as Safari's does:
 * the home screen becomes as tall as what is seen.
 */
export function stayAboveKeyboard(): void {
  const seen = window.visualViewport
  if (!seen) return
  const fit = () => {
    const root = document.documentElement
    // A magnified page is seen in part as well, without any keyboard.
    const covered = seen.scale > 1.01 ? 0 : window.innerHeight - seen.height
    const isOpen = covered > LEAST_KEYBOARD
    root.toggleAttribute('data-keyboard', isOpen)
    root.style.setProperty('--covered', isOpen ? `${covered}px` : '0px')
    // Safari has pushed the page up to show the field, which now fits.
    if (isOpen && document.querySelector('.home-page')) window.scrollTo(0, 0)
  }
  seen.addEventListener('resize', fit)
  fit()
}
