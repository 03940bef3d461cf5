import { CLOSING, NOT_FIRST, OPENING, POINTS, SMALL_KANA } from '../../domain/line-breaking.ts'

/** A part of a vertical line. Lengths in ems of the type size. */
interface Cell {
  text: string
  length: number
  /** A turned cell lies on its right side; marks and small kana move within their square. */
  form: 'upright' | 'turned' | 'mark' | 'small' | 'blank'
}

const TURNED = `${OPENING}${CLOSING}…‥—―–〜～ー−-()[]{}:;：；=＝<>→←`
const WORD = /^[A-Za-z0-9À-ɏ'’.,&+/@#_]$/u

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/**
 * The parts of a text in their order: squares, marks, and words on their side.
 * @param widthOf the width of a Latin word in ems
 */
function cellsOf(text: string, widthOf: (word: string) => number): Cell[] {
  const cells: Cell[] = []
  let word = ''
  const endWord = () => {
    if (word === '') return
    // A number of two figures and a single letter take one square.
    const isSquare = /^(?:\d{1,2}|.)$/u.test(word)
    if (isSquare) cells.push({ text: word, length: 1, form: 'upright' })
    else cells.push({ text: word, length: widthOf(word), form: 'turned' })
    word = ''
  }
  for (const { segment } of graphemes.segment(text)) {
    if (WORD.test(segment)) {
      word += segment
      continue
    }
    endWord()
    cells.push(cellOf(segment))
  }
  endWord()
  return cells
}

function cellOf(text: string): Cell {
  if (/^\s$/u.test(text)) return { text, length: text === '　' ? 1 : 0.3, form: 'blank' }
  if (POINTS.includes(text)) return { text, length: 1, form: 'mark' }
  if (SMALL_KANA.includes(text)) return { text, length: 1, form: 'small' }
  return { text, length: 1, form: TURNED.includes(text) ? 'turned' : 'upright' }
}

/** Splits a word that is longer than a line into its letters. */
const splitLong = (cell: Cell, longest: number): Cell[] =>
  cell.length <= longest
    ? [cell]
    : Array.from(cell.text, (text) => ({ text, length: 1, form: 'upright' }))

/** A vertical line is too long by at most one character that may begin no line. */
const HANGING = 1

/** Breaks a text into vertical lines of at most `longest` ems, with a line for each of its own. */
export function uprightLines(
  text: string,
  longest: number,
  widthOf: (word: string) => number,
): Cell[][] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: Cell[][] = [[]]
    let length = 0
    for (const cell of cellsOf(paragraph, widthOf).flatMap((one) => splitLong(one, longest))) {
      const line = lines.at(-1)!
      const room = NOT_FIRST.includes(cell.text) ? longest + HANGING : longest
      if (line.length === 0 || length + cell.length <= room) {
        line.push(cell)
        length += cell.length
        continue
      }
      // An opening bracket goes with what it opens.
      const last = line.at(-1)!
      const next = OPENING.includes(last.text) && line.length > 1 ? [line.pop()!, cell] : [cell]
      lines.push(next)
      length = next.reduce((sum, one) => sum + one.length, 0)
    }
    return lines
  })
}

/** Draws a vertical line with the middle of its squares at `x`, from `top` down, in the context's own font and colour. */
export function drawUprightLine(
  context: CanvasRenderingContext2D,
  line: readonly Cell[],
  { x, top, size }: { x: number; top: number; size: number },
): void {
  let at = top
  for (const { text, length, form } of line) {
    const middle = at + (length * size) / 2
    at += length * size
    if (form === 'blank') continue
    context.save()
    context.translate(x, middle)
    if (form === 'turned') context.rotate(Math.PI / 2)
    if (form === 'mark') context.translate(size * 0.62, size * -0.62)
    if (form === 'small') context.translate(size * 0.1, size * -0.1)
    context.fillText(text, 0, 0, form === 'turned' ? undefined : size)
    context.restore()
  }
}
