/**
 * A language switch leads to another page; what was typed or chosen goes with it, in session storage and once. Passwords
 * never do.
 */
const KEY = 'TypedText'

interface TypedText {
  path: string
  fields: (string | boolean)[]
}

const path = () => location.pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '')

/** An input, or a select with its options. */
export type Field = HTMLInputElement & { options?: HTMLOptionsCollection }

export function fields(): Field[] {
  return [...document.querySelectorAll<Field>('form :is(input, textarea, select)[name]')]
}

export function isTicked({ type }: Field): boolean {
  return type === 'checkbox' || type === 'radio'
}

export function isSecret(input: Field): boolean {
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

/** Puts back what was typed on the page in the other language, and is ready to hand it over again. */
export function carryTypedText(): void {
  if (carried) {
    import('./restore-typed-text.ts')
      .then((script) => script.restoreTypedText(carried.fields))
      .catch(() => {})
  }
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
