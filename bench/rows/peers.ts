import { openBrowser } from '../../harness/browser.ts'
import { mixedPosts } from '../../harness/posts.ts'
import { browserVisits, slowdown, type BrowserFigures } from '../browser.ts'
import { homeFrom } from '../load.ts'
import { startNext } from '../peers.ts'
import { onAllCores } from '../processes.ts'
import { interleaved, medianOf } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { comparedRow, rateRow, short, type Row } from '../table.ts'

const figures: [keyof BrowserFigures, string, (value: number) => string][] = [
  ['firstPaint', 'first paint', (ms) => `${short(ms)} ms`],
  ['comments', 'comments visible', (ms) => `${short(ms)} ms`],
  ['typing', 'typing possible', (ms) => `${short(ms)} ms`],
  ['transferred', 'all that is transferred', (bytes) => `${short(bytes / 1000)} KB`],
]

/** The home page beside that of a minimal Next.js app with the same posts: rendered by one core, shown by a slow phone. */
export async function peerRows({ stack, isQuick, rounds, seconds }: StackBench): Promise<Row[]> {
  const next = await startNext(mixedPosts())
  try {
    const pages = await interleaved(
      { ours: homeFrom(stack.port, seconds), next: homeFrom(next.port, seconds) },
      rounds,
    )
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
      rateRow('home, hot; Next.js', pages.ours, pages.next, '≥ 40'),
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
