/**
 * What a person is writing, per question, in local storage: it outlives a failed post, a reload, the session and the
 * login. The key goes with the text it was first sent with, so that a repeated post is stored once.
 */
interface Draft {
  text: string
  sent?: { text: string; key: string }
}

const nameOf = (questionId: string) => `Draft:${questionId}`

export function readDraft(questionId: string): Draft {
  try {
    return JSON.parse(localStorage.getItem(nameOf(questionId)) ?? '{"text":""}')
  } catch {
    return { text: '' }
  }
}

export function writeDraft(questionId: string, draft: Draft): void {
  try {
    if (draft.text || draft.sent) localStorage.setItem(nameOf(questionId), JSON.stringify(draft))
    else localStorage.removeItem(nameOf(questionId))
  } catch {
    // Storage is full or forbidden: the text still stands in its field.
  }
}

export function draftText(questionId: string): string {
  return readDraft(questionId).text
}

export function saveDraft(questionId: string, text: string): void {
  writeDraft(questionId, { ...readDraft(questionId), text })
}
