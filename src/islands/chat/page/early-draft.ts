import { $chat } from '../../../stores/chat.ts'
import { composerDraft } from '../../../stores/composer-draft.ts'

interface ChatRoot extends HTMLElement {
  /** The press that waits for hydration (`layouts/first-paint.js`). */
  press?: { submitter?: HTMLElement | null } | undefined
}

export const chatRoot = () => document.querySelector<ChatRoot>('.chat')

const composer = () => document.querySelector<HTMLFormElement>('form.composer')

/** Drops a press that was for another text. */
export function dropPress(): void {
  const root = chatRoot()!
  if (root.press?.submitter) root.press.submitter.ariaBusy = null
  root.press = undefined
}

/** Shows the draft and saves input until hydration. */
export function keepEarlyDraft(onInput: () => void): void {
  const form = composer()
  if (!form) return
  const field = form.querySelector('textarea')!
  const draft = composerDraft(form.dataset['questionId'] ?? '')
  const before = draft.known
  // Text typed before this script is added to the draft.
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
  field.parentElement!.addEventListener('focusin', () => (form.dataset['open'] = ''))
  field.addEventListener('input', keep)
  field.addEventListener('keydown', ({ key, ctrlKey, metaKey, isComposing }) => {
    // Held as a press is (`layouts/first-paint.js`).
    if (key === 'Enter' && (ctrlKey || metaKey) && !isComposing && !$chat.get())
      form.requestSubmit(form.querySelector<HTMLElement>('button'))
  })
}

/** Another page may have changed the draft, which voids an earlier press. */
export function adoptDraft(): void {
  const form = composer()
  if (!form) return
  const draft = composerDraft(form.dataset['questionId'] ?? '')
  if (!draft.isChanged()) return
  form.querySelector('textarea')!.value = draft.read()
  dropPress()
}
