/**
 * Privacy switch (`docs/product.md#account-settings`): `off` sends no vitals.
 * @throws DOMException where storage is forbidden
 */
export const sendsVitals = (): boolean => localStorage.getItem('Privacy') !== 'off'
