import { draftText, readDraft, saveDraft, writeDraft } from './draft.ts'

/** The text last read or written by this page, before and after hydration. */
let known: string | undefined

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
      unstored = undefined
      writeDraft(questionId, { text: left })
      read()
    },
  }
}
