import { readDraft, writeDraft } from './draft.ts'

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

/** Drops the posted text and its key; keeps text typed since. */
export function clearDraft(questionId: string, left: string): void {
  unstored = undefined
  writeDraft(questionId, { text: left })
}
