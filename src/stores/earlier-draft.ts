import { DAY_MS } from '../domain/durations.ts'
import { currentWriter, type Draft } from './draft.ts'

/** Text that was not posted before the day of its question ended. */
interface EarlierDraft {
  text: string
  remove(): void
}

/** An older unsent text is removed. */
const MAX_AGE_MS = 7 * DAY_MS

/** Returns the newest draft of this person, or of a guest, that belongs to another question; removes expired ones. */
export function earlierDraft(questionId: string): EarlierDraft | undefined {
  let newest: (EarlierDraft & { savedAt: number }) | undefined
  try {
    for (const key of Object.keys(localStorage)) {
      const [prefix, question, person] = key.split(':')
      if (prefix !== 'Draft' || question === questionId) continue
      if (person && person !== currentWriter()) continue
      const { text, savedAt = 0 }: Draft = JSON.parse(localStorage.getItem(key) ?? '{"text":""}')
      const remove = () => localStorage.removeItem(key)
      if (savedAt < Date.now() - MAX_AGE_MS) remove()
      else if (text.trim() && savedAt > (newest?.savedAt ?? 0)) newest = { text, savedAt, remove }
    }
  } catch {
    // Without storage there is no draft.
  }
  return newest
}
