import { storages } from '../api/storage.ts'
import { DAY_MS } from '../domain/durations.ts'
import { currentWriter, type Draft } from './draft.ts'

interface EarlierDraft {
  text: string
  remove(): void
}

const MAX_AGE_MS = 7 * DAY_MS

/** The newest draft for another question, of this person or a guest; removes expired ones. */
export function earlierDraft(questionId: string): EarlierDraft | undefined {
  let newest: (EarlierDraft & { savedAt: number }) | undefined
  for (const key of Object.keys(storages()[1] ?? {})) {
    const [prefix, question, person] = key.split(':')
    if (prefix !== 'Draft' || question === questionId) continue
    if (person && person !== currentWriter()) continue
    const { text, savedAt = 0 }: Draft = JSON.parse(localStorage.getItem(key) ?? '{"text":""}')
    const remove = () => localStorage.removeItem(key)
    if (savedAt < Date.now() - MAX_AGE_MS) remove()
    else if (text.trim() && savedAt > (newest?.savedAt ?? 0)) newest = { text, savedAt, remove }
  }
  return newest
}
