const { dataset } = document.documentElement

/**
 * The root's `data-translate`, kept on the device as `Translate` and there before the first paint: `on` while the whole room
 * is translated, `off` where this browser can translate, empty where that is not known.
 */
export const isRoomOn = (): boolean => dataset['translate'] === 'on'

export function keepTranslate(state: 'on' | 'off' | ''): void {
  dataset['translate'] = state
  try {
    if (state) localStorage.setItem('Translate', state)
    else localStorage.removeItem('Translate')
  } catch {
    // Without storage the choice holds for this page.
  }
}
