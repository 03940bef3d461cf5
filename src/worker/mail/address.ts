const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/**
 * The address in the form that SMTP and mail headers require (RFC 5321 §4.1.2): a local part that is no dot-atom, such
 * as `a..b` or `a.`, becomes a quoted string.
 * @throws on control characters, which no header may carry
 */
export function mailbox(address: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(address)) throw new Error('control character in an address')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (DOT_ATOM.test(local) || local.startsWith('"')) return address
  return `"${local.replace(/["\\]/g, '\\$&')}"${address.slice(at)}`
}
