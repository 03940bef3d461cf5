import { readDraft, writeDraft } from './draft.ts'

/** The last key that storage did not take, by question and text. */
let unstored: [name: string, key: string] | undefined

/** The idempotency key for a text, the same for every try until it is posted. */
export function keyFor(questionId: string, text: string): string {
  const draft = readDraft(questionId)
  const name = questionId + text
  if (draft.sent?.text === text) return draft.sent.key
  if (unstored?.[0] === name) return unstored[1]
  const key = crypto.randomUUID()
  if (!writeDraft(questionId, { ...draft, sent: { text, key } })) unstored = [name, key]
  return key
}

/** The text has been posted: its key is used up; what was typed since stays. */
export function clearDraft(questionId: string, left: string): void {
  unstored = undefined
  writeDraft(questionId, { text: left })
}
