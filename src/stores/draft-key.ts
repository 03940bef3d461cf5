import { readDraft, writeDraft } from './draft.ts'

/** The idempotency key for a text, the same for every try until it is posted. */
export function keyFor(questionId: string, text: string): string {
  const draft = readDraft(questionId)
  if (draft.sent?.text === text) return draft.sent.key
  const key = crypto.randomUUID()
  writeDraft(questionId, { ...draft, sent: { text, key } })
  return key
}

/** The text has been posted: its key is used up; what was typed since stays. */
export function clearDraft(questionId: string, left: string): void {
  writeDraft(questionId, { text: left })
}
