import { openBrowser } from '../../harness/browser.ts'
import { mixedPosts } from '../../harness/posts.ts'
import { browserVisits, slowdown, type BrowserFigures } from '../browser.ts'
import type { Loaded } from '../generator.ts'
import { get, load } from '../load.ts'
import { startNext } from '../peers.ts'
import { onAllCores } from '../processes.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { BROWSER } from '../stack.ts'
import { comparedRow, short, type Row } from '../table.ts'

const figures: [keyof BrowserFigures, string, (value: number) => string][] = [
  ['firstPaint', 'first paint', (ms) => `${short(ms)} ms`],
  ['comments', 'comments visible', (ms) => `${short(ms)} ms`],
  ['typing', 'typing possible', (ms) => `${short(ms)} ms`],
  ['transferred', 'all that is transferred', (bytes) => `${short(bytes / 1000)} KB`],
]
const rate = ({ rate }: Loaded) => rate

/** The home page beside that of a minimal Next.js app with the same posts: rendered by one core, shown by a slow phone. */
export async function peerRows({ stack, isQuick, rounds, seconds }: StackBench): Promise<Row[]> {
  const next = await startNext(mixedPosts())
  try {
    const hot = (port: number) => () =>
      load({ port, connections: 50, seconds, requests: [get('/', BROWSER)] })
    const pages = await interleaved({ ours: hot(stack.port), next: hot(next.port) }, rounds)
    const visits = await onAllCores(async () => {
      const browser = await openBrowser()
      const addresses = { ours: stack.app.origin, next: `http://127.0.0.1:${next.port}` }
      try {
        return await browserVisits(addresses, browser, isQuick ? 1 : 7, await slowdown(browser))
      } finally {
        await browser.close()
      }
    })
    return [
      comparedRow(
        'home, hot; Next.js',
        `${short(medianOf(pages.ours, rate))}/s`,
        `${short(medianOf(pages.next, rate))}/s`,
        ratio(pages.ours, pages.next, rate),
        '≥ 40',
      ),
      ...figures.map(([name, what, text]) => {
        const of = (visit: BrowserFigures) => visit[name] ?? NaN
        const [ours, theirs] = [visits.ours, visits.next].map((list) => medianOf(list, of))
        const title = `slow phone: home, ${what}; Next.js`
        return comparedRow(title, text(ours!), text(theirs!), ours! / theirs!, '≤ 1')
      }),
    ]
  } finally {
    await next.stop()
  }
}
