/**
 * The browser's own translator: https://developer.mozilla.org/docs/Web/API/Translator. Its types are not in
 * TypeScript's library yet.
 */

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

export interface LanguagePair {
  sourceLanguage: string
  targetLanguage: string
}

export interface DeviceTranslator {
  translate(text: string, options?: { signal?: AbortSignal }): Promise<string>
}

interface TranslatorFactory {
  availability(pair: LanguagePair): Promise<Availability>
  /** While the data has to be downloaded, only right after a press: NotAllowedError otherwise. */
  create(
    options: LanguagePair & { monitor?: (monitor: EventTarget) => void; signal?: AbortSignal },
  ): Promise<DeviceTranslator>
}

export const deviceTranslators = (): TranslatorFactory | undefined =>
  (globalThis as { Translator?: TranslatorFactory }).Translator

/** Whether this browser translates between two languages; asked on a touch only, since some browsers crash on it. */
export async function availability(pair: LanguagePair): Promise<Availability> {
  return (
    (await deviceTranslators()
      ?.availability(pair)
      .catch(() => undefined)) ?? 'unavailable'
  )
}
