/** Privacy switch (`docs/product.md#account-settings`): `off` sends no vitals. */
const KEY = 'Privacy'

export function sendsVitals(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSendsVitals(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? 'on' : 'off')
}
