import { draftText, saveDraft } from './draft.ts'
import { clearDraft } from './draft-key.ts'

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
    save(text: string): void {
      saveDraft(questionId, text)
      read()
    },
    /**
     * Clears the posted text and its key.
     * @param left text typed since the post was sent
     */
    clear(left: string): void {
      clearDraft(questionId, left)
      read()
    },
  }
}
