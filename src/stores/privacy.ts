/** This browser's privacy switch (`docs/product.md#account-settings`): `off` sends no performance-metrics reports. */
const KEY = 'Privacy'

/** Whether this browser sends performance-metrics reports; it does until somebody switches them off. */
export function sendsReports(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSendsReports(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? 'on' : 'off')
}
