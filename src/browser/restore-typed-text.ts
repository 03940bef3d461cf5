import { dropCarried, fields, isSecret, isTicked, type Field } from './typed-text.ts'

/**
 * Puts values into the page's fields, in their order, also into fields that an island replaces or adds before the person
 * edits one. A field that was edited already keeps its value.
 */
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
      // A browser sends both when a person chooses from a list, and an island listens to the second.
      for (const type of input.options ? ['input', 'change'] : ['input'])
        input.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
  restore()
  if (fields().some(({ isEdited }) => isEdited)) return
  // Islands replace fields when they have loaded the person's own values.
  const observer = new MutationObserver(restore)
  observer.observe(document.body, { childList: true, subtree: true })
  const stop = ({ isTrusted }: Event) => isTrusted && observer.disconnect()
  addEventListener('input', stop)
  addEventListener('submit', stop)
}

/** Some lists get their options from an island. */
function isOffered({ options }: Field, value: string): boolean {
  return !options || [...options].some((option) => option.value === value)
}
