import { deviceHeaderNames } from '../../contract/fields.ts'

const MAX_CHARACTERS = 256
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/** Whether the text may be a device header's value; any other is dropped. */
export function isDeviceValue(text: string): boolean {
  return text.length <= MAX_CHARACTERS && PRINTABLE_ASCII.test(text)
}

/** The device that opens a session, as the session stores it, and how long it is valid. */
export interface SignIn {
  /** The values of `deviceHeaderNames`, `null` where absent or dropped. */
  device: (string | null)[]
  /** The header `KeepSignedIn: 0` asks for a session that ends within twelve hours. */
  isPersistent: boolean
  /** The header `AdmitSuspended: 1` signs a suspended account in as well. */
  admitsSuspended: boolean
}

export function signInOf(headers: Headers): SignIn {
  const device = deviceHeaderNames.map((name) => {
    const value = headers.get(name)
    return value !== null && isDeviceValue(value) ? value : null
  })
  return {
    device,
    isPersistent: headers.get('KeepSignedIn') !== '0',
    admitsSuspended: headers.get('AdmitSuspended') === '1',
  }
}
