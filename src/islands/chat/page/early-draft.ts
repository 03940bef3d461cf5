import { composerDraft } from '../../../stores/composer-draft.ts'
import { chatRoot } from './wake.ts'
import { $chat } from '../../../stores/chat.ts'

const composer = () => document.querySelector<HTMLFormElement>('form.composer')

/** A press for a text that is another now is not carried out. */
export function dropPress(): void {
  const root = chatRoot()!
  if (root.press?.submitter) root.press.submitter.ariaBusy = null
  root.press = undefined
}

/**
 * Shows the draft, and keeps what is typed until the chat is hydrated.
 * @returns whether there is a draft
 */
export function keepEarlyDraft(onInput: () => void): void {
  const form = composer()
  if (!form) return
  const field = form.querySelector('textarea')!
  const draft = composerDraft(form.dataset['questionId'] ?? '')
  const before = draft.known
  // What was typed before this script was there comes to the draft.
  field.value ||= before
  if (before && field.value !== before) {
    field.value = `${before}\n${field.value}`
    dropPress()
  }
  const keep = () => {
    if ($chat.get()) return
    draft.save(field.value)
    onInput()
  }
  if (field.value !== before) keep()
  field.addEventListener('input', keep)
}

/** Right before the hydration: another page may have changed the draft, and a press before that was for another text. */
export function adoptDraft(): void {
  const form = composer()
  if (!form) return
  const draft = composerDraft(form.dataset['questionId'] ?? '')
  if (!draft.isChanged) return
  form.querySelector('textarea')!.value = draft.read()
  dropPress()
}
