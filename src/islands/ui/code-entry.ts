import { PASSCODE_LENGTH, passcodeDigits } from '../../domain/passcode.ts'

/** The six boxes and the one that has the focus next. */
export interface CodeEntry {
  boxes: string[]
  focus: number
}

/**
 * The content of the boxes after typing, pasting or autofill (`docs/product.md#storage-keys`): one digit replaces the
 * box and advances, more fill the boxes from this one on, and a whole code fills them all wherever it is put.
 * @param content the box's content now
 */
export function enterDigits(boxes: readonly string[], index: number, content: string): CodeEntry {
  const next = Array.from({ length: PASSCODE_LENGTH }, (_, box) => boxes[box] ?? '')
  let digits = passcodeDigits(content)
  const former = next[index] ?? ''
  // A digit typed beside the one that is there takes its place.
  if (former && digits.length === 2) digits = digits.replace(former, '')
  if (digits === '') {
    // Only emptying the box removes its digit; a letter does not.
    if (content === '') next[index] = ''
    return { boxes: next, focus: index }
  }
  const start = digits.length === PASSCODE_LENGTH ? 0 : index
  const fitting = [...digits].slice(0, PASSCODE_LENGTH - start)
  next.splice(start, fitting.length, ...fitting)
  return { boxes: next, focus: Math.min(start + fitting.length, PASSCODE_LENGTH - 1) }
}

/** Backspace on an empty box goes back and empties that one; `undefined` leaves it to the box itself. */
export function eraseBack(boxes: readonly string[], index: number): CodeEntry | undefined {
  if (boxes[index] || index === 0) return undefined
  return { boxes: boxes.map((digit, box) => (box === index - 1 ? '' : digit)), focus: index - 1 }
}
