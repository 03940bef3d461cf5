/** Privacy switch (`docs/product.md#account-settings`): `off` sends no vitals. */
export const PRIVACY_KEY = 'Privacy'

/** @throws DOMException where storage is forbidden */
export const sendsVitals = (): boolean => localStorage.getItem(PRIVACY_KEY) !== 'off'
