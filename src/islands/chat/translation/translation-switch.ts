import { $isTranslationOn } from './readings.ts'

const { dataset } = document.documentElement

/**
 * The root's `data-read`, kept on the device as `Read` and there before the first paint: `on` while all posts are
 * translated, `off` where the device's translator was found, absent where that is not known.
 */
export const isTranslationOn = (): boolean => dataset['read'] === 'on'

export function storeTranslationSwitch(state: 'on' | 'off' | ''): void {
  dataset['read'] = state
  $isTranslationOn.set(state === 'on')
  try {
    if (state) localStorage.setItem('Read', state)
    else localStorage.removeItem('Read')
  } catch {
    // Without storage the choice holds for this page.
  }
}
