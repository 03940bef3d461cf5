import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/domain/language.ts'
import { startApp, type App } from '../../harness/app.ts'
import { desk, openBrowser, phone, type Browser } from '../../harness/browser.ts'
import { fillComments, todaysQuestion } from '../../harness/steps/reading-steps.ts'

/** Where a page is cut: each part is on the screen before the next one comes. */
const CUTS = [
  '<main',
  '<question-chat',
  '</question-chat>',
  '<div class="composer-form"',
  '</question-composer>',
  '<nav class="bottom',
]
const PAUSE_MS = 250

let app: App
let browser: Browser
let slow: Server
beforeAll(async () => {
  browser = await openBrowser()
  app = await startApp()
  slow = createServer(async (request, response) => {
    const answer = await fetch(app.origin + request.url, {
      headers: { cookie: request.headers.cookie ?? '' },
    })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.includes('text/html')) {
      response.end(Buffer.from(await answer.arrayBuffer()))
      return
    }
    let rest = await answer.text()
    for (const cut of CUTS) {
      const place = rest.indexOf(cut)
      if (place < 0) continue
      response.write(rest.slice(0, place))
      rest = rest.slice(place)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    response.end(rest)
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  slow?.close()
  await browser?.close()
  await app?.stop()
})

const windows = [{ width: 320, height: 568 }, phone, { width: 768, height: 1024 }, desk]

describe.each(languages)('nothing shifts while home comes in parts, in %s', (language) => {
  it.each(['on its first day', 'with comments'])('%s', async (state) => {
    const { questionId } = await todaysQuestion(app)
    if (state === 'with comments' && language === 'ja') await fillComments(app, questionId, 30)
    if (state === 'on its first day') await app.db.exec('DELETE FROM comment')
    await app.setVars({})
    const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    for (const viewport of windows) {
      const { page, close } = await browser.visit({ baseURL: origin, viewport })
      // Once an hour the minutes of the countdown lose a digit, and it gets narrower.
      await page.clock.setFixedTime(Date.now())
      await page.context().addCookies([{ name: 'Language', value: language, url: origin }])
      await page.addInitScript(() => {
        const shifts: string[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            sources: { node?: Element }[]
          })[]) {
            const moved = entry.sources.map(({ node }) => node?.className || node?.nodeName)
            shifts.push(`${entry.value.toFixed(4)} ${moved.join(', ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto('/')
      await page.waitForTimeout(500)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
      expect.soft(shifts, `at ${viewport.width} px`).toEqual([])
      await close()
    }
  })
})
