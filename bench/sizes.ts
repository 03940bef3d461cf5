import { build } from '../scripts/build.ts'
import { startApp } from '../tests/app.ts'
import { openBrowser } from '../tests/browser.ts'
import { fillComments, todaysQuestion } from '../tests/journeys/reading-steps.ts'
import { bytesOf, homeSizes, type Transfer } from './home-sizes.ts'

// npx node bench/sizes.ts: what the home page with 50 comments costs to load, in bytes over the wire without headers.
await build()
const app = await startApp()
const browser = await openBrowser()
const { questionId } = await todaysQuestion(app)
await fillComments(app, questionId, 50)
const { reader, writer, inlineScripts } = await homeSizes(browser, app.origin)
await browser.close()
await app.stop()

const print = (transfers: Transfer[]) =>
  console.table(transfers.toSorted((one, other) => other.bytes - one.bytes))
print(reader)
print(writer)
console.table({
  'home HTML': bytesOf(reader, 'Document'),
  'all transfers of a reader': bytesOf(reader),
  'requests of a reader': reader.length,
  'scripts of a reader': bytesOf(reader, 'Script'),
  'inline scripts (uncompressed)': inlineScripts,
  'scripts once somebody writes': bytesOf(reader, 'Script') + bytesOf(writer),
})
