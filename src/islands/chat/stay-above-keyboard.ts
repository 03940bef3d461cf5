/** Pixels; taller than a browser's own bars. */
const MIN_KEYBOARD = 120

/**
 * Keeps composer and question visible above an on-screen keyboard. Safari's overlays the page, so
 * home shrinks to the rest; Chrome's resizes the window. The navigation is hidden in both.
 */
export function stayAboveKeyboard(composer: HTMLElement): void {
  const seen = window.visualViewport
  if (!seen) return
  const root = document.documentElement
  let width = innerWidth
  let tallest = innerHeight

  const fit = () => {
    tallest = innerWidth === width ? Math.max(tallest, innerHeight) : innerHeight
    width = innerWidth
    // Pinch zoom shrinks the visual viewport without a keyboard.
    const covered = seen.scale > 1.01 ? 0 : innerHeight - seen.height
    const isCovered = covered > MIN_KEYBOARD
    const isSmaller =
      tallest - innerHeight > MIN_KEYBOARD && composer.contains(document.activeElement)
    const hadKeyboard = root.hasAttribute('data-keyboard')
    const hasKeyboard = root.toggleAttribute('data-keyboard', isCovered || isSmaller)
    // Setting it restyles every element; an empty value removes it.
    root.style.setProperty('--covered', isCovered ? `${covered}px` : '')
    // Safari scrolled the page to show the field, which fits now.
    if (isCovered && document.querySelector('.home-page')) scrollTo(0, 0)
    // The navigation's height changed: the list restores its position.
    if (hadKeyboard !== hasKeyboard) dispatchEvent(new Event('resize'))
  }
  seen.addEventListener('resize', fit)
  // Lays the page out, after the hydration.
  requestAnimationFrame(fit)
}
