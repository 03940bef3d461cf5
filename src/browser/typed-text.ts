import { storages } from '../api/storage.ts'
import { publicPath } from '../domain/public-path.ts'
import { showLoadFailure } from './dialogs/load-failure.ts'

/** Carries typed text over a language switch, once, in session storage; never passwords. */
const KEY = 'TypedText'

interface TypedText {
  path: string
  fields: (string | boolean)[]
}

const path = () => publicPath(location.pathname)

/** An input, or a select with its options. `isEdited` is set by `layouts/hold-submit.js`. */
export type Field = HTMLInputElement & { options?: HTMLOptionsCollection; isEdited?: boolean }

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
  const text = storages()[0]?.getItem(KEY)
  if (!text) return undefined
  const carried: TypedText = JSON.parse(text)
  if (carried.path === path()) return carried
  dropCarried()
  return undefined
}

/** Kept until the values are restored, in case the page is opened again. */
export function dropCarried(): void {
  storages()[0]?.removeItem(KEY)
}

const carried = carry()

export const isLanguageSwitch = carried !== undefined

/** Restores text typed in the other language, and prepares the next switch. */
export function carryTypedText(): void {
  if (carried) {
    import('./restore-typed-text.ts')
      .then((script) => script.restoreTypedText(carried.fields))
      .catch(showLoadFailure)
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]')
    if (!link) return
    const isUnrestored = sessionStorage.getItem(KEY) && !fields().some(({ isEdited }) => isEdited)
    if (isUnrestored) return
    const values = fields().map((input) =>
      isTicked(input) ? input.checked : isSecret(input) ? '' : input.value,
    )
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ path: path(), fields: values } satisfies TypedText),
    )
  })
}
