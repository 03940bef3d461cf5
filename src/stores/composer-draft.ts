import { draftText, readDraft, saveDraft, writeDraft } from './draft.ts'

let unstored: [name: string, key: string] | undefined

/** Idempotency key of a text, the same for every attempt until it is posted. */
export function keyFor(questionId: string, text: string): string {
  const draft = readDraft(questionId)
  const name = questionId + text
  if (draft.sent?.text === text) return draft.sent.key
  if (unstored?.[0] === name) return unstored[1]
  const key = crypto.randomUUID()
  if (!writeDraft(questionId, { ...draft, sent: { text, key } })) unstored = [name, key]
  return key
}

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
      unstored = undefined
      writeDraft(questionId, { text: left })
      read()
    },
  }
}

let draft: ReturnType<typeof openDraft> | undefined

/** The page's draft, one instance before and after hydration. */
export const composerDraft = (questionId: string) => (draft ??= openDraft(questionId))
