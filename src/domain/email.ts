const EMAIL_MAX = 254
const LOCAL_MAX = 64
/** Dot-atom or quoted string. Japanese carriers issued `a..b@` and `a.@`, so these are accepted. */
const LOCAL =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")$/
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
/** `xn--com-6y3b` is `com` with what an input method left behind, in punycode. */
const TOP_LEVEL = '(?:[A-Za-z]{2,63}|xn--(?!com-|jp-)[A-Za-z0-9-]{1,58}[A-Za-z0-9])'
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.${TOP_LEVEL}$`)
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

/** As the keys for the full stop and the hyphen type them. */
const FULL_STOP = /。/g
const HYPHEN = /(?<=[A-Za-z0-9])[ー−‐‑–—―](?=[A-Za-z0-9])/g
const INTERNATIONAL = /^(?=.*[^\x00-\x7f])[\p{L}\p{M}\p{N}.・-]+$/u
const MIXED_LAST_LABEL = /(?:[A-Za-z][^.]*[^\x00-\u024f.]|[^\x00-\u024f.][^.]*[A-Za-z])[^.]*$/

function asciiDomain(domain: string): string {
  // The pattern and punycode take quadratic time.
  if (domain.length > EMAIL_MAX) return domain
  if (!INTERNATIONAL.test(domain) || MIXED_LAST_LABEL.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** `comｎ`: unfinished in an input method. */
const UNFINISHED = /(?<=\.(?:com|net|jp))[ａ-ｚ]+$/

/** Converts what Japanese keyboards type to ASCII, and an international domain to punycode. */
export function normalizeEmail(text: string): string {
  const typed = text
    .replace(UNFINISHED, '、')
    .normalize('NFKC')
    .trim()
    .replace(FULL_STOP, '.')
    .replace(HYPHEN, '-')
  const { local, domain } = split(typed)
  return typed.includes('@') ? `${local}@${asciiDomain(domain)}` : typed
}

const WITHIN = /([A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+)\s*(@)\s*([A-Za-z0-9.-]*[A-Za-z0-9])/

/** The address that a malformed one may have been meant to be: without what is around it. */
export function meantEmail(email: string): string | undefined {
  const meant =
    WITHIN.exec(email.replace(/[、,・]/g, '.'))
      ?.slice(1)
      .join('') ?? ''
  return isValidEmail(meant) ? meant : undefined
}

export function emailKey(email: string): string {
  return normalizeEmail(email).toLowerCase()
}
