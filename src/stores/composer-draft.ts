import { clearDraft, draftText, saveDraft } from './draft.ts'

function openDraft(questionId: string) {
  /** The text last read or written by this page. */
  let known = draftText(questionId)
  const read = () => (known = draftText(questionId))
  return {
    read,
    get known() {
      return known
    },
    /** Whether another page has changed or posted the draft since. */
    get isChanged() {
      return draftText(questionId) !== known
    },
    save(text: string) {
      saveDraft(questionId, text)
      read()
    },
    /**
     * Clears the posted text and its key.
     * @param left text typed since the post was sent
     */
    clear(left: string) {
      clearDraft(questionId, left)
      read()
    },
  }
}

let draft: ReturnType<typeof openDraft> | undefined

/** The page's draft, one instance before and after hydration. */
export const composerDraft = (questionId: string) => (draft ??= openDraft(questionId))
