const EMAIL_MAX = 254
const LOCAL_MAX = 64
/** Dot-atom or quoted string. Japanese carriers issued `a..b@` and `a.@`, so these are accepted. */
const LOCAL =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")$/
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$`)
const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const BRACKETED = new RegExp(`^\\[${OCTET}(?:\\.${OCTET}){3}\\]$`)

function split(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@')
  return { local: email.slice(0, at), domain: email.slice(at + 1) }
}

/** Local part, @, then a domain or a bracketed IP address (`docs/product.md#e-mail-address`). */
export function isValidEmail(email: string): boolean {
  if (email.length > EMAIL_MAX || !email.includes('@')) return false
  const { local, domain } = split(email)
  if (local.length === 0 || local.length > LOCAL_MAX || !LOCAL.test(local)) return false
  return DOMAIN.test(domain) || BRACKETED.test(domain)
}

/** Converts full-width characters, which Japanese keyboards type. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFKC').trim()
}

/** Unique key of an address: all lower case. */
export function emailKey(email: string): string {
  return normalizeEmail(email).toLowerCase()
}
