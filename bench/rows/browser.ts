import { openBrowser } from '../../harness/browser.ts'
import { browserVisits, slowdown, type BrowserFigures } from '../browser.ts'
import { onAllCores } from '../processes.ts'
import { medianOf } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { startScriptless } from '../scriptless.ts'
import { short, type Row } from '../table.ts'

const ms = (value: number) => `${short(value)} ms`

/** Page timings on a slow phone, compared with the same page without scripts. */
export const browserRows = (bench: StackBench): Promise<Row[]> => onAllCores(() => measured(bench))

async function measured({ stack, isQuick }: StackBench): Promise<Row[]> {
  const floor = await startScriptless(stack.app.origin)
  const browser = await openBrowser()
  try {
    const origins = { ours: stack.app.origin, floor: floor.origin }
    const rate = await slowdown(browser)
    const visits = await browserVisits(origins, browser, isQuick ? 1 : 7, rate)
    const row = (what: string, of: (figures: BrowserFigures) => number, most: number): Row => {
      const [figure, scriptless] = [medianOf(visits.ours, of), medianOf(visits.floor, of)]
      const target = `≤ ${most}`
      const ratio = figure / scriptless
      return {
        what,
        figure: ms(figure),
        floor: ms(scriptless),
        ratio,
        target,
        isMet: ratio <= most,
      }
    }
    const [blocking, shift] = [
      medianOf(visits.ours, ({ blocking }) => blocking),
      medianOf(visits.ours, ({ shift }) => shift),
    ]
    // The touch comes long after the first paint, so the response is compared with the paint.
    const answer = medianOf(visits.ours, ({ composer = NaN }) => composer)
    const paint = medianOf(visits.floor, ({ largestPaint }) => largestPaint)
    return [
      row('slow phone: largest contentful paint', ({ largestPaint }) => largestPaint, 1),
      row('slow phone: comments visible', ({ comments }) => comments, 1),
      row('slow phone: typing possible', ({ typing }) => typing, 1),
      {
        what: 'slow phone: the composer answers a touch 1 s after load',
        figure: ms(answer),
        floor: ms(paint),
        ratio: answer / paint,
        target: '≤ 1.6',
        isMet: answer <= 1.6 * paint,
      },
      {
        what: 'slow phone: blocking time before the touch',
        figure: ms(blocking),
        floor: ms(medianOf(visits.floor, (figures) => figures.blocking)),
        target: '≤ 30 ms',
        isMet: blocking <= 30,
      },
      {
        what: 'slow phone: the processor is slowed by',
        figure: short(rate),
        target: '(the machine’s speed beside a phone’s)',
      },
      {
        what: 'slow phone: layout shift',
        figure: short(shift),
        target: '0',
        isMet: shift === 0,
      },
    ]
  } finally {
    await browser.close()
    await floor.stop()
  }
}
