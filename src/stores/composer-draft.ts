import { draftText, saveDraft } from './draft.ts'

/** The text last read or written by this page, before and after hydration. */
let known: string | undefined

/** The page's draft, which other pages may change. */
export function composerDraft(questionId: string) {
  const read = () => (known = draftText(questionId))
  return {
    known: known ?? read(),
    /** Whether another page has changed or posted the draft since. */
    isChanged: () => draftText(questionId) !== known,
    read,
    /** @returns false if storage is full or forbidden */
    save(text: string): boolean {
      const isSaved = saveDraft(questionId, text)
      read()
      return isSaved
    },
  }
}
