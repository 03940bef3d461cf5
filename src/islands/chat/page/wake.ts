import { $chat, type Chat } from '../../../stores/chat.ts'
import { loadStyles } from '../../../browser/dialogs/on-demand-styles.ts'
import { adoptDraft, chatRoot } from './early-draft.ts'

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
