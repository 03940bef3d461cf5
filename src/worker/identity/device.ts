/** The eight device headers of a sign-in (`product.md §3`), completed by the gateway, in the order of their columns. */
export const deviceHeaders = [
  'LocalIP',
  'LocalLanguage',
  'DeviceName',
  'Resolution',
  'TimezoneOffset',
  'LocalRegion',
  'LocalTime',
  'DSTOffset',
] as const

const MOST_CHARACTERS = 256
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/** What a session remembers of the device that opened it, and how long it may live. */
export interface SignIn {
  /** The values of `deviceHeaders`, `null` where absent or dropped. */
  device: (string | null)[]
  /** The header `KeepSignedIn: 0` asks for a session that ends within twelve hours. */
  isKept: boolean
}

export function signInOf(headers: Headers): SignIn {
  const device = deviceHeaders.map((name) => {
    const value = headers.get(name)
    return value !== null && value.length <= MOST_CHARACTERS && PRINTABLE_ASCII.test(value)
      ? value
      : null
  })
  return { device, isKept: headers.get('KeepSignedIn') !== '0' }
}
