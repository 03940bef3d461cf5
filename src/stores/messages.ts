import { translate, type Messages, type Translate } from '../i18n/translate.ts'

let words: Promise<Translate> | undefined
let loaded: Translate | undefined

export function loadedMessages(): Translate {
  if (!loaded) throw new Error('The words are not loaded yet')
  return loaded
}

/**
 * Sentences of dialogs, post menus and the composer (`src/pages/words.[locale].json.ts`), loaded on
 * demand.
 */
export function loadMessages(): Promise<Translate> {
  words ??= fetchWords().catch((error: unknown) => {
    words = undefined
    throw error
  })
  return words
}

/** Fails a slow request, so that the waiting person sees an error. */
const TIMEOUT_MS = 10_000

async function fetchWords(): Promise<Translate> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`/words.${document.documentElement.lang}.json`, { signal })
  if (!response.ok) throw new Error(`words: ${response.status}`)
  return (loaded = translate(await response.json<Messages>()))
}
