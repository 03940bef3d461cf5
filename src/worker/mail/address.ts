const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/**
 * The address as SMTP and headers want it (RFC 5321 §4.1.2): a local part that is no dot-atom, such as
 * `a..b` or `a.`, goes out as a quoted string.
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

/** Bytes of text in one encoded word: with its frame it stays within 75 characters (RFC 2047 §2). */
const WORD_BYTES = 45

/** A header's text in encoded words of whole characters, folded; plain ASCII stays as it is. */
export function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const encoder = new TextEncoder()
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (encoder.encode(word + character).length > WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((part) => `=?UTF-8?B?${base64(encoder.encode(part))}?=`).join('\r\n ')
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
