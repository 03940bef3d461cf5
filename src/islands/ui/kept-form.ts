import { storages, storeChoice } from '../../api/storage.ts'
import { currentWriter } from '../../stores/draft.ts'

const keyOf = (name: string, person = currentWriter() ?? '') => `Draft:${name}:${person}`

/** What this tab keeps of an unsent form, whose name tells its subject; a guest's goes to the person who logs in. */
export function keptFields(name: string): Record<string, string> {
  const [tab] = storages()
  // A guest's is newer: the person's next letter would have dropped it.
  return JSON.parse(tab?.getItem(keyOf(name, '')) ?? tab?.getItem(keyOf(name)) ?? '{}')
}

/** Without fields: it was sent, or has no text. */
export function keepFields(name: string, fields?: object): void {
  const [tab] = storages()
  storeChoice(keyOf(name, ''), '', tab)
  storeChoice(keyOf(name), fields ? JSON.stringify(fields) : '', tab)
}
