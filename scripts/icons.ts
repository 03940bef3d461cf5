import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../harness/local/chromium.ts'
import { inProject } from '../harness/local/run.ts'

/**
 * Draws every icon of `public/` from `public/icon.svg`, the only one that is edited: `node scripts/icons.ts`.
 * `icon.svg` is a ground with rounded corners, and a mark upon it.
 */
const source = readFileSync(inProject('public/icon.svg'), 'utf8')
const PAPER = '#fbfaf5'

/** The ground fills the square, for devices that cut the corners themselves. */
const square = source.replace(/ rx="[^"]*"/, '')
/** The safe zone of a maskable icon is a circle of 4/5 of its width: the mark is drawn inside it. */
const maskable = square
  .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
  .replace('<rect width="64" height="64"', '<rect x="-8" y="-8" width="80" height="80"')
/** Only the mark, for devices that colour it themselves. */
const monochrome = maskable.replace(/<rect[^>]*>/, '').replaceAll(PAPER, '#000')
/** In a browser's tab the mark has a few pixels: it is drawn larger and bolder. */
const small = source
  .replace(
    /(<rect[^>]*>)/,
    `$1<g transform="matrix(1.1 0 0 1.25 -3.500 -10)" stroke="${PAPER}" stroke-width="2" stroke-linejoin="round">`,
  )
  .replace('</svg>', '</g></svg>')

const pictures = [
  { file: 'icons/any-192.png', svg: source, size: 192 },
  { file: 'icons/any-512.png', svg: source, size: 512 },
  { file: 'icons/maskable-512.png', svg: maskable, size: 512 },
  { file: 'icons/monochrome-512.png', svg: monochrome, size: 512 },
  { file: 'apple-touch-icon.png', svg: square, size: 180 },
]

async function png(page: Page, svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`)
  return page.screenshot({ omitBackground: true })
}

/** An ICO file with one PNG of 32 pixels in it. */
function ico(picture: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.set([32, 32], 6)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, picture])
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage()
mkdirSync(inProject('public/icons'), { recursive: true })
for (const { file, svg, size } of pictures) {
  writeFileSync(inProject(`public/${file}`), await png(page, svg, size))
}
writeFileSync(inProject('public/favicon.svg'), small)
writeFileSync(inProject('public/favicon.ico'), ico(await png(page, small, 32)))
await browser.close()
