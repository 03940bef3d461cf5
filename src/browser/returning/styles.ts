import css from './returning.css?inline'

/** The styles of what is added for a signed-in person; the page's own style sheet has nothing of it. */
export function addStyles(): void {
  if (added) return
  added = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}

let added = false
