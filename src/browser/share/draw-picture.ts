import { BRUSH_STROKE, NAME } from '../../styles/logo-outlines.ts'
import { levelLines } from './level-text.ts'
import { drawUprightLine, uprightLines } from './upright-text.ts'

/** Content of a shared picture: a question, and the person's own answer to it. */
export interface SharedPicture {
  isUpright: boolean
  question: string
  answer?: string
  date: string
  /** Shown where the person wants it. */
  name?: string
}

const WIDTH = 1080
const HEIGHT = 1350
const MARGIN = 96
/** Room for the logo and the date at the foot. */
const FOOT = 110
const GAP = 56
/** The light page of `styles/tokens.css`, as on the cards. */
const PAPER = '#fbfaf5'
const INK = '#23251c'
const SOFT = '#4e5143'
const OLIVE = '#5c6b1e'
/** Type sizes are tried from the first part of the largest on. */
const SCALES = [1, 0.92, 0.84, 0.76, 0.68, 0.61, 0.55, 0.49, 0.44]

interface Block {
  lines: number
  size: number
  pitch: number
  colour: string
  /** Draws line `index`, whose middle is at this distance across the lines from the edge of the picture. */
  draw: (index: number, across: number, start: number) => void
}

/** Draws the picture in the typography of the site's cards: short lines of a book, vertical ones for Japanese. */
export function drawPicture(canvas: HTMLCanvasElement, shared: SharedPicture): void {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')!
  context.fillStyle = PAPER
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.textBaseline = 'middle'
  if (shared.isUpright) drawUpright(context, shared)
  else drawLevel(context, shared)
  drawFoot(context, shared)
}

const font = (size: number) =>
  `400 ${size}px ${getComputedStyle(document.documentElement).getPropertyValue('--serif')}`

/** The question by itself is as large as an answer. */
const sizesOf = ({ answer }: SharedPicture, scale: number) => ({
  question: (answer === undefined ? 76 : 42) * Math.max(scale, answer === undefined ? 0 : 0.7),
  answer: 64 * scale,
})

function drawUpright(context: CanvasRenderingContext2D, shared: SharedPicture): void {
  context.textAlign = 'center'
  const top = MARGIN
  const longest = HEIGHT - 2 * MARGIN - FOOT
  const block = (text: string, size: number, colour: string): Block => {
    context.font = font(size)
    const widthOf = (word: string) => context.measureText(word).width / size
    const lines = evenLines(longest / size, (most) => uprightLines(text, most, widthOf))
    const draw = (index: number, across: number, start: number) =>
      drawUprightLine(context, lines[index]!, { x: WIDTH - across, top: start, size })
    return { lines: lines.length, size, pitch: size * 1.75, colour, draw }
  }
  const blocks = fitted(shared, block, WIDTH - 2 * MARGIN)
  const edge = drawBlocks(context, blocks, WIDTH, top)
  if (edge === undefined) return
  context.fillStyle = OLIVE
  context.fillRect(WIDTH - edge - 1.5, top, 3, longest)
}

function drawLevel(context: CanvasRenderingContext2D, shared: SharedPicture): void {
  context.textAlign = 'start'
  const longest = WIDTH - 2 * MARGIN
  const block = (text: string, size: number, colour: string): Block => {
    context.font = font(size)
    const widthOf = (part: string) => context.measureText(part).width
    const lines = evenLines(longest, (most) => levelLines(text, most, widthOf))
    const draw = (index: number, across: number) => context.fillText(lines[index]!, MARGIN, across)
    return { lines: lines.length, size, pitch: size * 1.4, colour, draw }
  }
  const room = HEIGHT - 2 * MARGIN - FOOT
  const blocks = fitted(shared, block, room)
  const edge = drawBlocks(context, blocks, HEIGHT - FOOT, 0)
  if (edge === undefined) return
  context.fillStyle = OLIVE
  context.fillRect(MARGIN, edge - 1.5, 72, 3)
}

/** Steps in which the shortest length is looked for. */
const EVEN_STEPS = 8

/** Breaks a text into as few lines as possible, the longest of which is as short as it can be. */
function evenLines<Line>(longest: number, breakInto: (longest: number) => Line[]): Line[] {
  let found = breakInto(longest)
  const count = found.length
  let [low, high] = [longest / 3, longest]
  for (let step = 0; step < EVEN_STEPS; step++) {
    const middle = (low + high) / 2
    const lines = breakInto(middle)
    if (lines.length > count) low = middle
    else [high, found] = [middle, lines]
  }
  return found
}

const depthOf = ({ lines, pitch }: Block) => lines * pitch
const depthOfAll = (blocks: readonly Block[]) =>
  blocks.reduce((sum, block) => sum + depthOf(block), (blocks.length - 1) * 2 * GAP)

/** The blocks at the largest size that fits the room across the lines; a text beyond the smallest is as small. */
function fitted(
  shared: SharedPicture,
  block: (text: string, size: number, colour: string) => Block,
  room: number,
): Block[] {
  const { question, answer } = shared
  let blocks: Block[] = []
  for (const scale of SCALES) {
    const sizes = sizesOf(shared, scale)
    blocks =
      answer === undefined
        ? [block(question, sizes.question, INK)]
        : [block(question, sizes.question, SOFT), block(answer, sizes.answer, INK)]
    if (depthOfAll(blocks) <= room) break
  }
  return blocks
}

/**
 * Draws the blocks one after another in the middle of the picture.
 * @returns where the rule between two blocks is
 */
function drawBlocks(
  context: CanvasRenderingContext2D,
  blocks: readonly Block[],
  extent: number,
  start: number,
): number | undefined {
  let across = (extent - depthOfAll(blocks)) / 2
  let edge: number | undefined
  for (const [index, block] of blocks.entries()) {
    if (index > 0) {
      edge = across + GAP
      across += 2 * GAP
    }
    context.font = font(block.size)
    context.fillStyle = block.colour
    for (let line = 0; line < block.lines; line++)
      block.draw(line, across + (line + 0.5) * block.pitch, start)
    across += depthOf(block)
  }
  return edge
}

/** The logo on the left; the date on the right, after the name. */
function drawFoot(context: CanvasRenderingContext2D, { date, name }: SharedPicture): void {
  const foot = HEIGHT - MARGIN
  context.save()
  context.translate(MARGIN - 4, foot - 46)
  context.scale(0.155, 0.155)
  for (const [outline, colour] of [
    [BRUSH_STROKE, OLIVE],
    [NAME, INK],
  ] as const) {
    context.fillStyle = colour
    const path = new Path2D(outline)
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    context.fill(path)
  }
  context.fillStyle = OLIVE
  context.beginPath()
  context.arc(1435, 214, 22, 0, 2 * Math.PI)
  context.fill()
  context.restore()
  context.font = font(28)
  context.fillStyle = SOFT
  context.textAlign = 'end'
  context.fillText(date, WIDTH - MARGIN, foot - 14)
  if (name) context.fillText(name, WIDTH - MARGIN, foot - 54)
}
