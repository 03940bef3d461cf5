import { serverNow } from '../api/server-clock.ts'
import { normalizeComment } from '../domain/comment.ts'
import { composerDraft } from './composer-draft.ts'
import { draftText, readDraft, writeDraft } from './draft.ts'

let unstored: [name: string, key: string] | undefined

/** Idempotency key of a text, the same for every attempt until it is posted. */
export function keyFor(questionId: string, text: string): string {
  const draft = readDraft(questionId)
  const name = questionId + text
  if (draft.sent?.text === text) return draft.sent.key
  if (unstored?.[0] === name) return unstored[1]
  const key = crypto.randomUUID()
  const at = Math.floor(serverNow() / 1000)
  if (!writeDraft(questionId, { ...draft, sent: { text, key, at } })) unstored = [name, key]
  return key
}

/** Takes the text, or its key alone, out of the draft. */
export function dropSent(questionId: string, left = draftText(questionId)): void {
  unstored = undefined
  writeDraft(questionId, { text: left })
  composerDraft(questionId).read()
}

export interface OwnPost {
  text: string
  /** Epoch seconds. */
  lastUpdated: number
}

/** Seconds that a server's times may differ. */
const MAX_SKEW_S = 2

/**
 * What of the draft is still unsent although one of these own posts is what was sent without an answer;
 * `undefined` if none is.
 */
export function leftOf(questionId: string, posts: readonly OwnPost[]): string | undefined {
  const { sent, text } = readDraft(questionId)
  const isStored = posts.some(
    (post) => post.text === sent?.text && post.lastUpdated >= (sent.at ?? Infinity) - MAX_SKEW_S,
  )
  if (!sent || !isStored) return undefined
  if (normalizeComment(text) === sent.text) return ''
  return text.startsWith(`${sent.text}\n`) ? text.slice(sent.text.length + 1) : text
}
