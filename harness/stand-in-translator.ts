/**
 * Runs in the page: stand-in for the browser's Translator API, which the headless shell lacks
 * (https://developer.mozilla.org/docs/Web/API/Translator). A download pauses at 40 % until the event
 * `stand-in:download`.
 */
export function standInTranslator({ state }: { state: string }): void {
  let availability = state
  const translate = async (text: string, to: string) => `[${to}] ${text}`
  const downloaded = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      addEventListener('stand-in:download', () => resolve(), { once: true })
    })
  Object.assign(globalThis, {
    Translator: {
      availability: async () => availability,
      async create(options: {
        targetLanguage: string
        monitor?: (monitor: EventTarget) => void
        signal?: AbortSignal
      }) {
        if (availability !== 'available') {
          if (!navigator.userActivation.isActive)
            throw new DOMException('needs a press', 'NotAllowedError')
          const monitor = new EventTarget()
          options.monitor?.(monitor)
          monitor.dispatchEvent(
            new ProgressEvent('downloadprogress', {
              loaded: 0.4,
              total: 1,
              lengthComputable: true,
            }),
          )
          await downloaded(options.signal)
          availability = 'available'
        }
        return { translate: (text: string) => translate(text, options.targetLanguage) }
      },
    },
  })
}
