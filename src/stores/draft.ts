/**
 * Unsent text per question, in local storage: it outlives a failed post, a reload, the session and the login. A draft
 * belongs to the person who wrote it; a guest's draft goes to the person who logs in. A log out that a person chose
 * removes all drafts (`sign-out.ts`).
 */
export interface Draft {
  text: string
  /** Epoch milliseconds. */
  savedAt?: number
  /** The idempotency key goes with the text it was first sent with, so that a repeated post is stored once. */
  sent?: { text: string; key: string }
}

/** The person whose session ended on this page: the text in the field is still theirs. */
let writer: string | undefined

export function currentWriter(): string | undefined {
  return (writer = document.documentElement.dataset['person'] ?? writer)
}

export function clearWriter(): void {
  writer = undefined
}

const nameOf = (questionId: string, person = '') => `Draft:${questionId}${person && `:${person}`}`

/** A person's own draft with a guest's, if somebody wrote before the login. */
export function readDraft(questionId: string): Draft {
  try {
    const [guests, own]: Partial<Draft>[] = ['', currentWriter()].map((person) =>
      JSON.parse(localStorage.getItem(nameOf(questionId, person)) ?? '{}'),
    )
    const texts = new Set([guests!.text, own!.text].filter(Boolean))
    return { ...guests, ...own, text: [...texts].join('\n') }
  } catch {
    return { text: '' }
  }
}

/** @returns false where storage is full or forbidden: the text is still in its field */
export function writeDraft(questionId: string, draft: Draft): boolean {
  const person = currentWriter()
  try {
    if (person) localStorage.removeItem(nameOf(questionId))
    if (!draft.text && !draft.sent) localStorage.removeItem(nameOf(questionId, person))
    else {
      const value = JSON.stringify({ ...draft, savedAt: Date.now() })
      localStorage.setItem(nameOf(questionId, person), value)
    }
    return true
  } catch {
    return false
  }
}

export function draftText(questionId: string): string {
  return readDraft(questionId).text
}

export function saveDraft(questionId: string, text: string): void {
  writeDraft(questionId, { ...readDraft(questionId), text })
}
