import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { setTestClock, setTestVars, sharedApp } from '../../harness/own-app.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await sharedApp()
const test = journey(app)

test('a visit that is sampled reports its figures when the page is hidden, once, unless the privacy switch is off', async ({
  visit,
}) => {
  await setTestVars(app, { VITALS_SAMPLING: '' })
  // Pages are cached for seconds.
  await setTestClock(app, MINUTE_MS)
  const before = app.logs.length
  const { page } = await visit({ language: 'en' })
  await page.addInitScript(() => {
    Math.random = () => 0
    localStorage['Privacy'] = 'on'
  })
  for (const choice of ['off', 'on']) {
    await page.goto('/login')
    await networkIsIdle(page)
    await page.evaluate((value) => {
      localStorage['Privacy'] = value
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      dispatchEvent(new Event('pagehide'))
    }, choice)
  }
  const reported = () => app.logs.slice(before).filter((line) => line.includes('"event":"vitals"'))
  await expect.poll(reported).toHaveLength(1)
  const { page: path, language, ...figures } = JSON.parse(reported()[0]!) as Record<string, unknown>
  expect([path, language]).toEqual(['/login', 'en'])
  for (const name of ['FCP', 'TTFB']) expect(figures[name], name).toBeTypeOf('number')
})
