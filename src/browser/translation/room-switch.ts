const { dataset } = document.documentElement

/**
 * The root's `data-read`, kept on the device as `Read` and there before the first paint: `on` while the whole room
 * is translated, `off` where the device's translator was found, absent where that is not known.
 */
export const isRoomOn = (): boolean => dataset['read'] === 'on'

export function keepRead(state: 'on' | 'off' | ''): void {
  dataset['read'] = state
  try {
    if (state) localStorage.setItem('Read', state)
    else localStorage.removeItem('Read')
  } catch {
    // Without storage the choice holds for this page.
  }
}
