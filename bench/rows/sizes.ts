import { openBrowser } from '../../tests/browser.ts'
import { bytesOf, homeSizes } from '../home-sizes.ts'
import type { Bench } from '../run.ts'
import type { Row } from '../table.ts'

const KIB = 1024
const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`

const row = (what: string, bytes: number, most: number): Row => ({
  what,
  figure: kib(bytes),
  target: `≤ ${most} KiB`,
  isMet: bytes <= most * KIB,
})

/** What the home page costs to load, as compressed on the wire, without headers. */
export async function sizeRows({ stack }: Bench): Promise<Row[]> {
  const browser = await openBrowser()
  try {
    const { reader, writer, inlineScripts } = await homeSizes(browser, stack.app.origin)
    return [
      row('home HTML with 50 comments', bytesOf(reader, 'Document'), 12),
      row('JavaScript of a reader', bytesOf(reader, 'Script'), 10),
      row('inline scripts of home, not compressed', inlineScripts, 1),
      row('JavaScript that follows once someone writes', bytesOf(writer), 75),
      row('all that a reader transfers', bytesOf(reader), 32),
      {
        what: 'requests of a reader',
        figure: String(reader.length),
        target: '≤ 6',
        isMet: reader.length <= 6,
      },
    ]
  } finally {
    await browser.close()
  }
}
