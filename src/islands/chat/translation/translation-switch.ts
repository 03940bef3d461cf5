import { $isTranslationOn } from './readings.ts'

const { dataset } = document.documentElement

/**
 * The root's `data-read`, stored as `Read`, set before the first paint: `on` translates all posts,
 * `off` means a device translator was found, absent means unknown.
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
