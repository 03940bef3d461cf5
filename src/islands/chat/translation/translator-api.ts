/** https://developer.mozilla.org/docs/Web/API/Translator, not in TypeScript's library yet. */

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
  /** @throws NotAllowedError if a download is needed without a user gesture */
  create(
    options: LanguagePair & { monitor?: (monitor: EventTarget) => void; signal?: AbortSignal },
  ): Promise<DeviceTranslator>
}

export const deviceTranslators = (): TranslatorFactory | undefined =>
  (globalThis as { Translator?: TranslatorFactory }).Translator

/** Whether the browser translates a pair. Call on a press only: some browsers crash. */
export async function availability(pair: LanguagePair): Promise<Availability> {
  return (
    (await deviceTranslators()
      ?.availability(pair)
      .catch(() => undefined)) ?? 'unavailable'
  )
}
