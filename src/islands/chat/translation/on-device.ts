import {
  availability,
  deviceTranslators,
  type DeviceTranslator,
  type LanguagePair,
} from './translator-api.ts'

/** Why nothing was translated on the device. */
type Refusal =
  /** The browser cannot. */
  | 'unavailable'
  /** It has to download its data first, which only a press may begin. */
  | 'needsPress'
  /** The download was stopped. */
  | 'stopped'

const translators = new Map<string, Promise<DeviceTranslator>>()
/** After a stopped download the site's own translator is asked, where there is one. */
let isDeclined = false

interface Watched {
  /** Whether the site has a translator of its own. */
  hasOperator: boolean
  /** Called with the share that is there, 0 to 1, while the data is downloaded. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Translates with the browser's own translator. */
export async function translateOnDevice(
  text: string,
  pair: LanguagePair,
  watched: Watched,
): Promise<{ text: string } | { refusal: Refusal }> {
  const state = await availability(pair)
  if (state === 'unavailable') return { refusal: 'unavailable' }
  if (state !== 'available' && isDeclined && watched.hasOperator) return { refusal: 'unavailable' }
  if (state !== 'available' && !navigator.userActivation.isActive) return { refusal: 'needsPress' }
  try {
    const translator = await translatorFor(pair, watched)
    return { text: await translator.translate(text, { signal: watched.signal }) }
  } catch (error) {
    const { name } = error as Error
    if (watched.signal.aborted || name === 'AbortError') {
      isDeclined ||= state !== 'available'
      return { refusal: 'stopped' }
    }
    return { refusal: name === 'NotAllowedError' ? 'needsPress' : 'unavailable' }
  }
}

function translatorFor(pair: LanguagePair, { onProgress, signal }: Watched) {
  const key = `${pair.sourceLanguage} ${pair.targetLanguage}`
  const known = translators.get(key)
  if (known) return known
  // A signal ends a translator also after it was made, and this one is for all later posts.
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
