import { PASSCODE_LENGTH } from '../../domain/passcode.ts'

/** Extracts up to six digits, full-width ones included. */
export function passcodeDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, PASSCODE_LENGTH)
}

export interface CodeEntry {
  boxes: string[]
  focus: number
}

/**
 * Box contents after typing, paste or autofill (`docs/product.md#storage-keys`): one digit replaces
 * the box and advances; several fill from here; a full code fills all.
 * @param content the box's current content
 */
export function enterDigits(boxes: readonly string[], index: number, content: string): CodeEntry {
  const next = Array.from({ length: PASSCODE_LENGTH }, (_, box) => boxes[box] ?? '')
  let digits = passcodeDigits(content)
  const former = next[index] ?? ''
  // A digit typed beside the old one replaces it.
  if (former && digits.length === 2) digits = digits.replace(former, '')
  if (digits === '') {
    // Only emptying the box removes its digit; letters do not.
    if (content === '') next[index] = ''
    return { boxes: next, focus: index }
  }
  const start = digits.length === PASSCODE_LENGTH ? 0 : index
  const fitting = [...digits].slice(0, PASSCODE_LENGTH - start)
  next.splice(start, fitting.length, ...fitting)
  return { boxes: next, focus: Math.min(start + fitting.length, PASSCODE_LENGTH - 1) }
}

/** Backspace on an empty box empties the previous one; else `undefined`. */
export function eraseBack(boxes: readonly string[], index: number): CodeEntry | undefined {
  if (boxes[index] || index === 0) return undefined
  return { boxes: boxes.map((digit, box) => (box === index - 1 ? '' : digit)), focus: index - 1 }
}
