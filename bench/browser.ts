import type { Page } from 'playwright-core'
import type { Browser } from '../harness/browser.ts'
import { interleaved } from './rounds.ts'

/** Timings of a visit on a slow phone, milliseconds since its start unless noted. */
interface Seen {
  firstPaint: number
  comments: number
  typing: number
  /** Total blocking time, from the first paint to the touch. */
  blocking: number
  /** Bytes of the page and what it loads before the touch, with headers. */
  transferred: number
}

export interface BrowserFigures extends Seen {
  /** From a guest's touch of the field, 1 s after load, until the chat is hydrated; undefined without scripts or composer. */
  composer: number | undefined
}

/** RTT 150 ms, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const NETWORK = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** Steps of `slowdown` per millisecond: a quarter of a desktop's 120,000. */
const PHONE_SPEED = 30_000
const MAX_SLOWDOWN = 20
const MEASUREMENTS = 4
const SETTLING_MS = 1_000

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen: Seen = { firstPaint: 0, comments: 0, typing: 0, blocking: 0, transferred: 0 }
  Object.assign(globalThis, { seen })
  const on = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take)).observe({
      type,
      buffered: true,
    })
  on('paint', ({ startTime }) => (seen.firstPaint = startTime))
  on('longtask', ({ startTime, duration }) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (paint && startTime > paint.startTime) seen.blocking += duration - 50
  })
  const isTransfer = (entry: PerformanceEntry): entry is PerformanceResourceTiming =>
    'transferSize' in entry
  for (const type of ['navigation', 'resource'])
    on(type, (entry) => (seen.transferred += isTransfer(entry) ? entry.transferSize : 0))
  const isInSight = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    return height > 0 && bottom > 0 && top < innerHeight
  }
  // A frame's callbacks run before its paint, so elements found now are visible at the next callback.
  const look = () => {
    const isComment = [...document.querySelectorAll('main ol > li')].some(isInSight)
    const fields = [...document.querySelectorAll('main :is(input, textarea):enabled')]
    const isField = fields.some(isInSight)
    requestAnimationFrame((now) => {
      if (isComment) seen.comments ||= now
      if (isField) seen.typing ||= now
      if (!seen.comments || !seen.typing) look()
    })
  }
  requestAnimationFrame(look)
}

const painted = () =>
  new Promise<void>((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  })

/**
 * CPU throttling rate that makes this machine as slow as the phone.
 * Measured with a typical page workload (strings and garbage), so that figures do not depend on the machine.
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
  // Maximum, because other load on the machine can only lower the measured speed.
  return Math.min(MAX_SLOWDOWN, Math.max(1, Math.max(...speeds) / PHONE_SPEED))
}

async function touch(page: Page): Promise<number | undefined> {
  const field = page.locator('.composer textarea')
  const hasScripts = await page.evaluate(() => document.scripts.length > 0)
  if (!hasScripts || !(await field.count())) return undefined
  await page.evaluate(() => {
    const answered = new Promise((resolve, reject) => {
      const look = (touched: number) => {
        if (document.querySelector('.chat:not([data-ssr])')) resolve(performance.now() - touched)
        else requestAnimationFrame(() => look(touched))
      }
      setTimeout(() => reject(new Error('the touch had no answer')), 60_000)
      addEventListener('pointerdown', ({ timeStamp }) => look(timeStamp), { capture: true })
    })
    Object.assign(globalThis, { answered })
  })
  await field.tap()
  return page.evaluate(() => (globalThis as unknown as { answered: Promise<number> }).answered)
}

async function visitOnce(address: string, browser: Browser, rate: number): Promise<BrowserFigures> {
  const { page, close } = await browser.visit({ hasTouch: true })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await page.addInitScript(observe)
  await page.goto(address, { waitUntil: 'load' })
  // Without scripts a page finishes loading before it is painted.
  await page.evaluate(painted)
  await page.waitForTimeout(SETTLING_MS)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  const composer = await touch(page)
  await close()
  return { ...seen, composer }
}

export function browserVisits<Name extends string>(
  addresses: Record<Name, string>,
  browser: Browser,
  visits: number,
  rate: number,
): Promise<Record<Name, BrowserFigures[]>> {
  const measures = Object.entries<string>(addresses).map(([name, address]) => [
    name,
    () => visitOnce(address, browser, rate),
  ])
  return interleaved<Name, BrowserFigures>(Object.fromEntries(measures), visits)
}
