import { translate, type Messages, type Translate } from '../i18n/translate.ts'

let words: Promise<Translate> | undefined

/** The sentences of dialogs, post menus and the composer (`src/pages/words.[locale].json.ts`): no page carries them. */
export function loadMessages(): Promise<Translate> {
  words ??= fetchWords().catch((error: unknown) => {
    words = undefined
    throw error
  })
  return words
}

async function fetchWords(): Promise<Translate> {
  const response = await fetch(`/words.${document.documentElement.lang}.json`)
  if (!response.ok) throw new Error(`words: ${response.status}`)
  return translate(await response.json<Messages>())
}
