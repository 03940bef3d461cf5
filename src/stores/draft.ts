import { storages } from '../api/storage.ts'

/**
 * Unsent text per question, in local storage; survives failures, reloads and the session. A guest's
 * draft goes to the person who logs in. Only an explicit log out removes drafts (`sign-out.ts`).
 */
export interface Draft {
  text: string
  /** Epoch milliseconds. */
  savedAt?: number
  /** A text that was sent at `at` (server's epoch seconds) and may be stored: a repeated post has the same key. */
  sent?: { text: string; key: string; at?: number }
}

/** The person whose session ended on this page still owns the text in the field. */
let writer: string | undefined

export function currentWriter(): string | undefined {
  return (writer = document.documentElement.dataset['person'] ?? writer)
}

export function clearWriter(): void {
  writer = undefined
}

const nameOf = (questionId: string, person = '') => `Draft:${questionId}${person && `:${person}`}`

/** The person's draft, joined with a guest's from before the login. */
export function readDraft(questionId: string): Draft {
  const [guests, own]: Partial<Draft>[] = ['', currentWriter()].map((person) =>
    JSON.parse(storages()[1]?.getItem(nameOf(questionId, person)) ?? '{}'),
  )
  const texts = new Set([guests!.text, own!.text].filter(Boolean))
  return { ...guests, ...own, text: [...texts].join('\n') }
}

/** @returns false if storage is full or forbidden */
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

/** @returns as `writeDraft` */
export function saveDraft(questionId: string, text: string): boolean {
  return writeDraft(questionId, { ...readDraft(questionId), text })
}
