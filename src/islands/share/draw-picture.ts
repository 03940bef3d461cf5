/** A question's card, with the person's answer below it. */
export interface SharedPicture {
  card: HTMLImageElement
  answer?: string
  isUpright: boolean
  name?: string
}

/** Size of the worker's cards (`src/worker/cards`). */
const WIDTH = 1200
const CARD_HEIGHT = 630
const ANSWER_HEIGHT = 720
const MARGIN = 88
/** Around the answer. */
const [TOP, FOOT] = [40, 120]
const MAX_FONT_SIZE = 88
/** Longest phrases of vertical lines fit. */
const MAX_UPRIGHT_SIZE = 64
const COLUMN = ANSWER_HEIGHT - TOP - FOOT
/** Light theme of `styles/tokens.css`, as on the cards. */
const PAPER = '#fbfaf5'
const INK = '#23251c'
const SOFT = '#4e5143'

const SVG = 'http://www.w3.org/2000/svg'
const HTML = 'http://www.w3.org/1999/xhtml'

export async function drawPicture(canvas: HTMLCanvasElement, shared: SharedPicture): Promise<void> {
  const answer = shared.answer === undefined ? undefined : await imageOf(answerMarkup(shared))
  canvas.width = WIDTH
  canvas.height = answer ? CARD_HEIGHT + ANSWER_HEIGHT : CARD_HEIGHT
  const context = canvas.getContext('2d')!
  context.fillStyle = PAPER
  context.fillRect(0, 0, WIDTH, canvas.height)
  context.drawImage(shared.card, 0, 0)
  if (answer) context.drawImage(answer, 0, CARD_HEIGHT)
}

export async function imageOf(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** The answer as SVG with HTML: the browser breaks lines, vertical too, and has every glyph. */
function answerMarkup({ answer = '', isUpright, name }: SharedPicture): string {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('width', `${WIDTH}`)
  svg.setAttribute('height', `${ANSWER_HEIGHT}`)
  const frame = svg.appendChild(document.createElementNS(SVG, 'foreignObject'))
  frame.setAttribute('width', '100%')
  frame.setAttribute('height', '100%')
  const serif = getComputedStyle(document.documentElement).getPropertyValue('--serif')
  const box = (style: string, text: string) => {
    const element = frame.appendChild(document.createElementNS(HTML, 'div') as HTMLElement)
    // CSP blocks the attribute but not the property.
    element.style.cssText = `position: absolute; font-family: ${serif}; ${style}`
    element.textContent = text
  }
  const lines = `white-space: pre-wrap; overflow-wrap: anywhere; line-break: strict; word-break: auto-phrase; text-wrap: balance;
    font-size: ${fontSize(answer, isUpright)}px; line-height: ${isUpright ? 1.75 : 1.4}; color: ${INK};`
  const upright = isUpright ? 'writing-mode: vertical-rl; text-combine-upright: digits 2;' : ''
  box(
    `${lines} ${upright} inset: ${TOP}px ${MARGIN}px ${FOOT}px; display: grid; align-content: center`,
    answer,
  )
  if (name) box(`inset: auto ${MARGIN}px 56px auto; font-size: 28px; color: ${SOFT}`, name)
  svg.setAttribute('lang', document.documentElement.lang)
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
}

/** Font size in pixels that fills the area, the square root of the area per character, or one column. */
function fontSize(text: string, isUpright: boolean): number {
  const characters = Array.from(text, (character) => (character === '\n' ? 8 : 1)) as number[]
  const length = characters.reduce((sum, one) => sum + one, 0)
  const max = isUpright
    ? Math.max(MAX_UPRIGHT_SIZE, Math.min(MAX_FONT_SIZE, COLUMN / length))
    : MAX_FONT_SIZE
  return Math.min(max, Math.floor(Math.sqrt(300_000 / Math.max(1, length))))
}
