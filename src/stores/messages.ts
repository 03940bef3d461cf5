import { wordsPath } from '../domain/language.ts'
import { setWords, type Messages } from '../i18n/translate.ts'

let loading: Promise<void> | undefined

/**
 * Sentences of dialogs, post menus and the composer (`src/pages/words.[locale].json.ts`), loaded on
 * demand.
 */
export function loadMessages(): Promise<void> {
  loading ??= fetchWords().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Fails a slow request, so that the waiting person sees an error. */
const TIMEOUT_MS = 10_000

async function fetchWords(): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(wordsPath(document.documentElement.lang), { signal })
  if (!response.ok) throw new Error(`words: ${response.status}`)
  setWords(await response.json<Messages>())
}
