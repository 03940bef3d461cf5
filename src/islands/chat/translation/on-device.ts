const translators = new Map<string, Promise<DeviceTranslator>>()
/** After a cancelled download the operator's translator is used, if any. */
let isDeclined = false

export interface Watched {
  hasOperator: boolean
  /** Download progress, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Translates with the browser's Translator API. */
export async function translateOnDevice(
  text: string,
  pair: LanguagePair,
  watched: Watched,
): Promise<{ text: string } | { problem: 'failed' | 'needsPress' | 'stopped' }> {
  const state = await availability(pair)
  if (state === 'unavailable') return { problem: 'failed' }
  if (state !== 'available' && isDeclined && watched.hasOperator) return { problem: 'failed' }
  if (state !== 'available' && !navigator.userActivation.isActive) return { problem: 'needsPress' }
  try {
    const translator = await translatorFor(pair, watched)
    return { text: await translator.translate(text, { signal: watched.signal }) }
  } catch (error) {
    const { name } = error as Error
    if (watched.signal.aborted || name === 'AbortError') {
      isDeclined ||= state !== 'available'
      return { problem: 'stopped' }
    }
    return { problem: name === 'NotAllowedError' ? 'needsPress' : 'failed' }
  }
}

function translatorFor(pair: LanguagePair, { onProgress, signal }: Watched) {
  const key = `${pair.sourceLanguage} ${pair.targetLanguage}`
  const running = translators.get(key)
  if (running) return running
  // Not the caller's signal: aborting it later would destroy the shared translator.
  const making = new AbortController()
  const stop = () => making.abort()
  signal.addEventListener('abort', stop)
  const made = deviceTranslators()!.create({
    ...pair,
    signal: making.signal,
    monitor(monitor) {
      monitor.addEventListener('downloadprogress', (event) => {
        const { loaded, total } = event as ProgressEvent
        onProgress(loaded / (total || 1))
      })
    },
  })
  translators.set(key, made)
  made.then(
    () => signal.removeEventListener('abort', stop),
    () => translators.delete(key),
  )
  return made
}

/** https://developer.mozilla.org/docs/Web/API/Translator, not in TypeScript's library yet. */

interface LanguagePair {
  sourceLanguage: string
  targetLanguage: string
}

interface DeviceTranslator {
  translate(text: string, options?: { signal?: AbortSignal }): Promise<string>
}

interface TranslatorFactory {
  /** `unavailable`, `downloadable`, `downloading` or `available` */
  availability(pair: LanguagePair): Promise<string>
  /** @throws NotAllowedError if a download is needed without a user gesture */
  create(
    options: LanguagePair & { monitor?: (monitor: EventTarget) => void; signal?: AbortSignal },
  ): Promise<DeviceTranslator>
}

const deviceTranslators = (): TranslatorFactory | undefined =>
  (globalThis as { Translator?: TranslatorFactory }).Translator

/** Whether the browser translates a pair. Call on a press only: some browsers crash. */
export async function availability(pair: LanguagePair): Promise<string> {
  const state = deviceTranslators()?.availability(pair)
  return (await state?.catch(() => undefined)) ?? 'unavailable'
}
