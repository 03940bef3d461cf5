const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** UTF-16 without its mark: every second byte of ASCII is 0. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]!++
  if (zeros[0] === zeros[1]) return undefined
  return zeros[0]! > zeros[1]! ? 'utf-16be' : 'utf-16le'
}

/** Strict EUC-JP accepts no Shift_JIS with kana, but Shift_JIS accepts EUC-JP. */
const WITHOUT_MARK = ['utf-8', 'euc-jp', 'shift_jis']

/**
 * Text of a file that a person brings, in UTF-8 or what spreadsheets and Japanese editors write; without its mark.
 * @returns nothing rather than damaged characters
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : utf16Of(bytes)
  const encodings = marked ? [marked] : bytes.includes(0x1b) ? ['iso-2022-jp'] : WITHOUT_MARK
  for (const encoding of encodings) {
    const text = decoded(bytes, encoding)
    if (text !== undefined) return text.includes('\0') ? undefined : text
  }
  return undefined
}
