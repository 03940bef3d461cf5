import css from './returning.css?inline'

/** Adds the styles of elements that only signed-in people see; the page's own style sheet does not contain them. */
export function addStyles(): void {
  if (added) return
  added = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}

let added = false
