import { useLayoutEffect, type RefObject } from 'react'
import { storages, storeChoice } from '../../api/storage.ts'
import type { Field as Control } from '../../browser/typed-text.ts'
import { currentWriter } from '../../stores/draft.ts'

const keyOf = (name: string, person = currentWriter() ?? '') => `Draft:${name}:${person}`

/** What this tab keeps of an unsent form, whose name tells its subject; a guest's goes to the person who logs in. */
export function keptFields(name: string): Record<string, string> {
  const [tab] = storages()
  // The guest's copy is newer: any later input of the person would have removed it.
  return JSON.parse(tab?.getItem(keyOf(name, '')) ?? tab?.getItem(keyOf(name)) ?? '{}')
}

/** Stores the fields of a form, or removes them without `fields`. */
export function keepFields(name: string, fields?: object): void {
  const [tab] = storages()
  storeChoice(keyOf(name, ''), '', tab)
  storeChoice(keyOf(name), fields ? JSON.stringify(fields) : '', tab)
}

/** Controls that were restored; a form may add others when its radio buttons change. */
const restored = new WeakSet<Control>()

/**
 * Restores the form of a field, then stores it on each input.
 * @param onRestored gets the field's text
 */
export function useKeptForm(
  field: RefObject<HTMLTextAreaElement | null>,
  name: string | undefined,
  onRestored: (text: string) => void,
): void {
  useLayoutEffect(() => {
    if (!name) return
    const form = field.current!.form!
    const kept = keptFields(name)
    const controls = [...(form.elements as Iterable<Control>)]
    // What was typed before hydration is newer.
    for (const control of controls) if (control.isEdited) delete kept[control.name]
    for (const control of controls) {
      const text = kept[control.name]
      // Checkboxes are consent, which is not restored.
      if (text !== undefined && !restored.has(control)) {
        if (control.type === 'radio') control.checked = control.value === text
        else control.value = text
      }
      restored.add(control)
    }
    onRestored(field.current!.value)
    const radios = new Set(controls.filter(({ type }) => type === 'radio').map(({ name }) => name))
    const keep = () => {
      // The form may have had other fields before.
      const fields = { ...keptFields(name), ...Object.fromEntries(new FormData(form)) }
      // A radio button alone is not worth keeping.
      const hasText = Object.entries(fields).some(([key, value]) => value && !radios.has(key))
      keepFields(name, hasText ? fields : undefined)
    }
    if (field.current!.value) keep()
    form.addEventListener('input', keep)
    return () => form.removeEventListener('input', keep)
  }, [name, field, onRestored])
}
