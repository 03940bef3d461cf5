/**
 * What a person is writing, per question, in local storage: it outlives a failed post, a reload, the session and the
 * login. The key goes with the text it was first sent with, so that a repeated post is stored once.
 */
interface Draft {
  text: string
  sent?: { text: string; key: string }
}

const nameOf = (questionId: string) => `Draft:${questionId}`

function read(questionId: string): Draft {
  try {
    return JSON.parse(localStorage.getItem(nameOf(questionId)) ?? '{"text":""}')
  } catch {
    return { text: '' }
  }
}

function write(questionId: string, draft: Draft): void {
  try {
    if (draft.text || draft.sent) localStorage.setItem(nameOf(questionId), JSON.stringify(draft))
    else localStorage.removeItem(nameOf(questionId))
  } catch {
    // Storage is full or forbidden: the text still stands in its field.
  }
}

export function draftText(questionId: string): string {
  return read(questionId).text
}

export function saveDraft(questionId: string, text: string): void {
  write(questionId, { ...read(questionId), text })
}

/** The idempotency key for a text, the same for every try until it is posted. */
export function keyFor(questionId: string, text: string): string {
  const draft = read(questionId)
  if (draft.sent?.text === text) return draft.sent.key
  const key = crypto.randomUUID()
  write(questionId, { ...draft, sent: { text, key } })
  return key
}

/** The text has been posted: its key is used up; what was typed since stays. */
export function clearDraft(questionId: string, left = ''): void {
  write(questionId, { text: left })
}
