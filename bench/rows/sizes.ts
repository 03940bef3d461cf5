import { openBrowser } from '../../harness/browser.ts'
import { bytesOf, headersOf, homeSizes } from '../../harness/home-sizes.ts'
import type { StackBench } from '../run.ts'
import { row, type Row } from '../table.ts'

const kb = (what: string, bytes: number, most: number): Row =>
  row(what, bytes / 1000, `${(bytes / 1000).toFixed(1)} KB`, `≤ ${most} KB`)

export async function sizeRows({ stack }: StackBench): Promise<Row[]> {
  const browser = await openBrowser()
  try {
    const { reader, writer, inlineScripts } = await homeSizes(browser, stack.app.origin)
    return [
      kb('home HTML with 50 comments and styles', bytesOf(reader, 'Document'), 20),
      kb('headers of the home page', headersOf(reader, 'Document'), 1.5),
      kb('JavaScript of a reader', bytesOf(reader, 'Script'), 10),
      kb('inline scripts of home, not compressed', inlineScripts, 1),
      kb('JavaScript once someone writes', bytesOf(reader, 'Script') + bytesOf(writer), 75),
      kb('all that a reader transfers', bytesOf(reader), 28),
      kb('the same with headers', bytesOf(reader) + headersOf(reader), 32),
      row('requests of a reader', reader.length, String(reader.length), '≤ 7'),
    ]
  } finally {
    await browser.close()
  }
}
