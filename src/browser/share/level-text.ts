import { NOT_FIRST, OPENING } from '../../domain/line-breaking.ts'

/** Part of a line's length up to which bound characters may reach. */
const MAX_HANGING = 1.08
/** A word with the space after it, or one character that is no part of a word. */
const PART = /[!-~À-ɏ‘’“”–—…]+\s*|\s+|./gsu

/**
 * Breaks a text into lines of at most `longest`, with a line for each of its own.
 * @param widthOf the width of a text, in the unit of `longest`
 */
export function levelLines(
  text: string,
  longest: number,
  widthOf: (text: string) => number,
): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const part of paragraph.match(PART) ?? []) {
      for (const piece of widthOf(part) > longest ? part : [part]) {
        const line = lines.at(-1)!
        const isBound = NOT_FIRST.includes(piece[0]!) || OPENING.includes(line.at(-1) ?? ' ')
        const room = isBound ? longest * MAX_HANGING : longest
        if (line === '' || widthOf((line + piece).trimEnd()) <= room)
          lines[lines.length - 1] += piece
        else if (isBound && line.length > 1) {
          // The character before goes along to the next line.
          const carried = [...line].at(-1)!
          lines[lines.length - 1] = line.slice(0, -carried.length)
          lines.push(carried + piece)
        } else lines.push(piece)
      }
    }
    return lines.map((line) => line.trimEnd())
  })
}
