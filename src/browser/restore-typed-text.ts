import { dropCarried, fields, isSecret, isTicked, type Field } from './typed-text.ts'

/** Restores unedited fields in order, including those that an island replaces later. */
export function restoreTypedText(values: (string | boolean)[]): void {
  const restored = new WeakSet<Field>()
  const restore = () => {
    const all = fields()
    // Another step of the form.
    if (all.length !== values.length) return
    dropCarried()
    const edited = new Set(all.filter(({ isEdited }) => isEdited).map(({ name }) => name))
    for (const [index, value] of values.entries()) {
      const input = all[index]
      if (!input || edited.has(input.name) || restored.has(input)) continue
      if (value === '' || isSecret(input)) continue
      if (isTicked(input)) input.checked = value === true
      else if (isOffered(input, String(value))) input.value = String(value)
      else continue
      restored.add(input)
      // Browsers fire both for a select; islands listen to `change`.
      for (const type of input.options ? ['input', 'change'] : ['input'])
        input.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
  restore()
  if (fields().some(({ isEdited }) => isEdited)) return
  // Islands replace fields once their own values are loaded.
  const observer = new MutationObserver(restore)
  observer.observe(document.body, { childList: true, subtree: true })
  const stop = ({ isTrusted }: Event) => isTrusted && observer.disconnect()
  addEventListener('input', stop)
  addEventListener('submit', stop)
}

/** An island may add the options later. */
function isOffered({ options }: Field, value: string): boolean {
  return !options || [...options].some((option) => option.value === value)
}
