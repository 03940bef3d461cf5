import { openBrowser } from '../../harness/browser.ts'
import { bytesOf, headersOf, homeSizes } from '../../harness/home-sizes.ts'
import type { StackBench } from '../run.ts'
import type { Row } from '../table.ts'

const KB = 1000
const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

const row = (what: string, bytes: number, most: number): Row => ({
  what,
  figure: kb(bytes),
  target: `≤ ${most} KB`,
  isMet: bytes <= most * KB,
})

export async function sizeRows({ stack }: StackBench): Promise<Row[]> {
  const browser = await openBrowser()
  try {
    const { reader, writer, inlineScripts } = await homeSizes(browser, stack.app.origin)
    return [
      row('home HTML with 50 comments', bytesOf(reader, 'Document'), 12),
      row('headers of the home page', headersOf(reader, 'Document'), 1.5),
      row('JavaScript of a reader', bytesOf(reader, 'Script'), 10),
      row('inline scripts of home, not compressed', inlineScripts, 1),
      row('JavaScript once someone writes', bytesOf(reader, 'Script') + bytesOf(writer), 75),
      row('all that a reader transfers', bytesOf(reader), 28),
      row('the same with headers', bytesOf(reader) + headersOf(reader), 32),
      {
        what: 'requests of a reader',
        figure: String(reader.length),
        target: '≤ 7',
        isMet: reader.length <= 7,
      },
    ]
  } finally {
    await browser.close()
  }
}
