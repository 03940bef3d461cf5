import { questionPath } from '../../src/domain/question.ts'
import { openBrowser } from '../../harness/browser.ts'
import { browserVisits, slowdown, type BrowserFigures } from '../browser.ts'
import { startFloor, type Floor } from '../floors.ts'
import { onAllCores } from '../processes.ts'
import { medianOf } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { comparedRow, short, type Row } from '../table.ts'

const ms = (value: number) => `${short(value)} ms`

type Visits = Record<'ours' | 'floor', BrowserFigures[]>

/** Page timings on a slow phone, compared with the same pages without scripts and further requests. */
export const browserRows = (bench: StackBench): Promise<Row[]> => onAllCores(() => measured(bench))

async function measured({ stack, isQuick }: StackBench): Promise<Row[]> {
  // Today's question leads to the home page, except from its earlier posts.
  const newest = stack.app.sql`SELECT id FROM comment ORDER BY created_at DESC LIMIT 1`
  const before = await newest.first<string>('id')
  const question = `${questionPath(stack.questionId)}&commentsBefore=${before}`
  const paths = { home: '/', question, login: '/login' }
  const floor = await startScriptless(stack.app.origin, Object.values(paths))
  const browser = await openBrowser()
  try {
    const rate = await slowdown(browser)
    const visit = (path: string): Promise<Visits> => {
      const addresses = {
        ours: stack.app.origin + path,
        floor: `http://127.0.0.1:${floor.port}${path}`,
      }
      return browserVisits(addresses, browser, isQuick ? 1 : 7, rate)
    }
    const home = await visit(paths.home)
    const past = await visit(paths.question)
    const login = await visit(paths.login)
    const beside = (
      what: string,
      visits: Visits,
      ours: keyof BrowserFigures,
      { floors = ours, target = '≤ 1.1' } = {},
    ) => {
      const figure = medianOf(visits.ours, (figures) => figures[ours] ?? NaN)
      const scriptless = medianOf(visits.floor, (figures) => figures[floors] ?? NaN)
      const title = `slow phone: ${what}`
      return comparedRow(title, ms(figure), ms(scriptless), figure / scriptless, target)
    }
    const blocking = medianOf(home.ours, (figures) => figures.blocking)
    return [
      beside('home, first paint', home, 'firstPaint'),
      beside('home, comments visible', home, 'comments'),
      beside('home, typing possible', home, 'typing'),
      beside('a question, first paint', past, 'firstPaint'),
      beside('a question, comments visible', past, 'comments'),
      beside('/login, first paint', login, 'firstPaint'),
      beside('/login, typing possible', login, 'typing'),
      // The touch comes long after the first paint, so the response is compared with the paint.
      beside('the composer works after a touch 1 s after load', home, 'composer', {
        floors: 'firstPaint',
        target: '≤ 1.6',
      }),
      {
        what: 'slow phone: blocking time before the touch',
        figure: ms(blocking),
        floor: ms(medianOf(home.floor, (figures) => figures.blocking)),
        target: '≤ 30 ms',
        isMet: blocking <= 30,
      },
    ]
  } finally {
    await browser.close()
    await floor.stop()
  }
}

/** Scripts and their inputs; text and inline styles stay, so that the floor looks the same. */
const scripts = /<script\b[^>]*>[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g
const pictures = /(?<=<img src=")[^"]*/g
const NO_PICTURE = 'data:image/svg+xml,&lt;svg/>'

/** Serves pages of the app without scripts and pictures: one request each. */
async function startScriptless(app: string, paths: string[]): Promise<Floor> {
  const read = async (path: string) => {
    const response = await fetch(new URL(path, app))
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    const html = (await response.text()).replace(scripts, '').replace(pictures, NO_PICTURE)
    if (/<link rel="stylesheet"/.test(html)) throw new Error(`${path} requests a style sheet`)
    return [path, html] as const
  }
  const pages = Object.fromEntries(await Promise.all(paths.map(read)))
  return startFloor('scriptless', { pages })
}
