import type { Page } from 'playwright-core'
import type { Browser } from '../harness/browser.ts'
import { interleaved } from './rounds.ts'

/** Times of a visit with a slow phone, milliseconds since the visit began unless stated otherwise. */
export interface BrowserFigures {
  /** Largest contentful paint. */
  largestPaint: number
  /** The first frame with a comment in it. */
  comments: number
  /** The first frame with a field that takes text. */
  typing: number
  /** From a guest's touch of the field, a second after the page has loaded, to its answer; none without a composer. */
  composer: number | undefined
  /** Total blocking time: milliseconds of tasks beyond 50 ms each, from the first paint to the touch. */
  blocking: number
  /** The sum of all layout shifts. */
  shift: number
}

/** 150 ms there and back, 1.6 Mbit/s down and 0.75 up. */
const NETWORK = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** Steps of `slowdown` in a millisecond on the phone: a quarter of the 120,000 of a desktop. */
const PHONE_SPEED = 30_000
const MAX_SLOWDOWN = 20
const MEASUREMENTS = 4
const SETTLING_MS = 1_000

interface Seen {
  largestPaint: number
  comments: number
  typing: number
  blocking: number
  shift: number
}

/** Runs in the page before anything of its own. */
function observe(): void {
  const seen: Seen = { largestPaint: 0, comments: 0, typing: 0, blocking: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  const on = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take)).observe({
      type,
      buffered: true,
    })
  on('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime))
  on<PerformanceEntry & { value: number }>('layout-shift', ({ value }) => (seen.shift += value))
  on('longtask', ({ startTime, duration }) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (paint && startTime > paint.startTime) seen.blocking += duration - 50
  })
  const isInSight = (element: Element | null) => {
    const { top, bottom, height } = element?.getBoundingClientRect() ?? new DOMRect()
    return height > 0 && bottom > 0 && top < innerHeight
  }
  // A frame's callbacks run before it is painted: what they find is in sight when the next ones run.
  const look = () => {
    const isComment = [...document.querySelectorAll('main ol > li')].some(isInSight)
    const isField = isInSight(document.querySelector('textarea:enabled'))
    requestAnimationFrame((now) => {
      if (isComment) seen.comments ||= now
      if (isField) seen.typing ||= now
      if (!seen.comments || !seen.typing) look()
    })
  }
  requestAnimationFrame(look)
}

/** Runs in the page: resolves after its first large paint. */
const painted = () =>
  new Promise<void>((resolve) => {
    new PerformanceObserver(() => resolve()).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })

/**
 * The phone's slowdown against this machine, so that a figure does not depend on the machine: the speed of
 * this browser in a task of the kind that pages have, strings and garbage, beside the phone's.
 */
export async function slowdown(browser: Browser): Promise<number> {
  const { page, close } = await browser.visit({})
  const measure = () => {
    const startedAt = performance.now()
    let steps = 0
    while (performance.now() - startedAt < 500) {
      let text = ''
      for (let step = 0; step < 10_000; step++) text += 'a'
      if (text.length !== 10_000) throw new Error('the text has another length')
      steps += 10_000
    }
    return steps / (performance.now() - startedAt)
  }
  const speeds: number[] = []
  for (let time = 0; time < MEASUREMENTS; time++) speeds.push(await page.evaluate(measure))
  await close()
  // Other work on the machine can only make it seem slower.
  return Math.min(MAX_SLOWDOWN, Math.max(1, Math.max(...speeds) / PHONE_SPEED))
}

/** Touches the field as a guest; the time until the dialog that answers is open. */
async function touch(page: Page): Promise<number | undefined> {
  const field = page.locator('.composer textarea')
  // The floor has the same field and nothing that answers.
  const answers = await page.evaluate(() => document.querySelector('.chat') !== null)
  if (!answers) return undefined
  await page.evaluate(() => {
    const answered = new Promise((resolve, reject) => {
      const look = (touched: number) => {
        if (document.querySelector('dialog[open]')) resolve(performance.now() - touched)
        else requestAnimationFrame(() => look(touched))
      }
      setTimeout(() => reject(new Error('the touch had no answer')), 15_000)
      addEventListener('pointerdown', ({ timeStamp }) => look(timeStamp), { capture: true })
    })
    Object.assign(globalThis, { answered })
  })
  await field.tap()
  return page.evaluate(() => (globalThis as unknown as { answered: Promise<number> }).answered)
}

async function visitOnce(origin: string, browser: Browser, rate: number): Promise<BrowserFigures> {
  const { page, close } = await browser.visit({ baseURL: origin, hasTouch: true })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await page.addInitScript(observe)
  await page.goto('/', { waitUntil: 'load' })
  // A page without scripts has loaded before it is painted.
  await page.evaluate(painted)
  await page.waitForTimeout(SETTLING_MS)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  const composer = await touch(page)
  await close()
  return { ...seen, composer }
}

/** The figures of some visits with a cold cache to each origin, in turn, after one to warm up. */
export function browserVisits<Name extends string>(
  origins: Record<Name, string>,
  browser: Browser,
  visits: number,
  /** The phone's slowdown against this machine. */
  rate: number,
): Promise<Record<Name, BrowserFigures[]>> {
  const measures = Object.entries<string>(origins).map(([name, origin]) => [
    name,
    () => visitOnce(origin, browser, rate),
  ])
  return interleaved<Name, BrowserFigures>(Object.fromEntries(measures), visits)
}
