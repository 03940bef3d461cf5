import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp({ vars: { VITALS_SAMPLING: '' } })
const test = journey(app)

test('a visit that is sampled reports its figures when the page is hidden', async ({ visit }) => {
  const { page } = await visit({ language: 'en' })
  await page.addInitScript(() => (Math.random = () => 0))
  await page.goto('/login')
  await networkIsIdle(page)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const reported = () => app.logs.filter((line) => line.includes('"event":"vitals"'))
  await expect.poll(reported).toHaveLength(1)
  const { page: path, language, ...figures } = JSON.parse(reported()[0]!) as Record<string, unknown>
  expect([path, language]).toEqual(['/login', 'en'])
  for (const name of ['FCP', 'TTFB']) expect(figures[name], name).toBeTypeOf('number')
})
