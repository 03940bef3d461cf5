import { $chat, type Chat } from '../../../stores/chat.ts'
import { loadStyles } from '../../../browser/dialogs/on-demand-styles.ts'
import { composerDraft } from '../../../stores/composer-draft.ts'

let waking: Promise<Chat> | undefined

/** Hydrates once; rejects if script or words fail to load, and the next call retries. */
export function wakeChat(): Promise<Chat> {
  waking ??= hydrate().catch((error: unknown) => {
    waking = undefined
    // Shows the language panel, unstyled.
    chatRoot()!.dataset['ssr'] = 'failed'
    throw error
  })
  return waking
}

/** Begins with the scripts: `loadMessages` is in one of them. */
function preloadWords(): void {
  const link = document.createElement('link')
  // `wordsPath`, whose module readers would load.
  const href = `/words.${document.documentElement.lang}.json`
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href })
  document.head.appendChild(link)
}

async function hydrate(): Promise<Chat> {
  const root = chatRoot()!
  // A person's log out has them already.
  if (!('person' in document.documentElement.dataset)) preloadWords()
  const script = import('../hydrate.tsx')
  const words = import('../../../stores/messages.ts').then((script) => script.loadMessages())
  const [{ hydrateChat }] = await Promise.all([script, words, loadStyles()])
  // A previous attempt may have failed.
  document.querySelector('.load-failure')?.remove()
  adoptDraft()
  hydrateChat(root)
  return $chat.get() ?? new Promise((done) => $chat.listen((chat) => chat && done(chat)))
}

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
