/**
 * A language switch leads to another page; what was typed goes with it, in session storage and once. Passwords never
 * do.
 */
const KEY = 'TypedText'

interface TypedText {
  path: string
  fields: (string | boolean)[]
}

const path = () => location.pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '')

function fields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)[name]')]
}

function isTicked({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio'
}

function isSecret(input: HTMLInputElement): boolean {
  return input.type === 'password' || input.autocomplete.endsWith('-password')
}

function carry(): TypedText | undefined {
  if (typeof sessionStorage === 'undefined') return undefined
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const carried: TypedText | null = text && JSON.parse(text)
  return carried?.path === path() ? carried : undefined
}

const carried = carry()

/** Whether this page was opened by switching the language of the same page. */
export const isLanguageSwitch = carried !== undefined

/** Puts back what the page in the other language was told, and is ready to hand it over again. */
export function carryTypedText(): void {
  fields().forEach((input, index) => {
    const value = carried?.fields[index]
    if (value === undefined || value === '' || isSecret(input)) return
    if (typeof value === 'boolean') input.checked = value
    else input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]')
    if (!link) return
    const values = fields().map((input) =>
      isTicked(input) ? input.checked : isSecret(input) ? '' : input.value,
    )
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ path: path(), fields: values } satisfies TypedText),
    )
  })
}
