/** Loads what switches the language with the first press of such a link. Without it the link's address does the same. */
export function startLanguageLinks(): void {
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]')
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    import('./language-switch.ts').then(
      (script) => script.switchLanguage(link),
      () => location.assign(link.href),
    )
  })
}
