import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings, findingsInBothSchemes, WHOLE } from '../../harness/accessibility.ts'
import { phone } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { setSocialProvider, startProvider } from '../../harness/social-provider.ts'
import { dialogNames, openers, setMaintenance } from '../../harness/steps/dialog-openers.ts'

const app = await ownApp({ demonstration: true })
const provider = await startProvider(app)
await setSocialProvider(app, provider)
const closedApp = await ownApp()
await setMaintenance(closedApp)
afterAll(() => provider.stop())
const test = journey(app, { allows: / 404 |ERR_/ })
// English has the longest words.
const t = texts.en

const dialog = (page: Page) => page.locator('dialog[open]')
const focus = (page: Page) =>
  page.evaluate(() => ({
    isInside: Boolean(document.activeElement?.closest('dialog[open]')),
    isBody: document.activeElement === document.body,
  }))
/** These must not move the focus. */
const selfOpening = ['feedback', 'updateInfo', 'maintenance', 'accountNotFound', 'terms'] as const
const pressed = dialogNames.filter((name) => !(selfOpening as readonly string[]).includes(name))

test.for([
  { how: 'by themselves', names: selfOpening },
  { how: 'by a press', names: pressed },
])(
  'dialogs that open $how hold the focus, have a name, fit 360 px at 200 %, and close on Escape or a click outside',
  async ({ names }, { browser, opened }) => {
    for (const name of names) {
      const stage = {
        app: name === 'maintenance' ? closedApp : app,
        browser,
        language: 'en',
      } as const
      const { page, close } = opened(await openers[name](stage))
      await check(page, name)
      await close()
    }
  },
)

async function check(page: Page, name: (typeof dialogNames)[number]): Promise<void> {
  const title = t(`dialog.${name}.title`)
  expect(await page.getByRole('dialog', { name: title, exact: true }).count(), name).toBe(1)
  expect(await dialog(page).count(), name).toBe(1)
  expect(await focus(page), name).toEqual({ isInside: true, isBody: false })
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('Tab')
    const { isInside, isBody } = await focus(page)
    expect(isInside || isBody, `the page behind ${name} takes no focus`).toBe(true)
  }
  const scroll = await page.evaluate(() => getComputedStyle(document.documentElement).overflow)
  expect(scroll, name).toBe('hidden')
  expect(await findingsInBothSchemes(page, 'dialog[open]'), name).toEqual([])
  if (name === 'terms') await lineAboveButtons(page)

  await page.setViewportSize({ width: 180, height: 370 })
  const measured = await dialog(page).evaluate((element) => {
    const box = element.getBoundingClientRect()
    return {
      isInWindow:
        box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
      isCut: element.scrollWidth > element.clientWidth,
      moves: getComputedStyle(element).transitionDuration,
    }
  })
  expect(measured, name).toEqual({
    isInWindow: true,
    isCut: false,
    moves: expect.stringMatching(/^(0s|1e-05s)/),
  })
  const last = dialog(page).locator('.dialog-actions > :last-child')
  await last.focus()
  const isInSight = await last.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
  expect(isInSight, name).toBe(true)
  await page.setViewportSize(phone)
  // A selection of text may end outside.
  await dialog(page).locator('h2').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  expect(await dialog(page).count(), name).toBe(1)
  if (pressed.includes(name)) await page.keyboard.press('Escape')
  else await page.mouse.click(5, 5)
  await dialog(page).waitFor({ state: 'detached' })
  if (pressed.includes(name)) expect((await focus(page)).isBody, name).toBe(false)
  expect(await findings(page, WHOLE, ['aria-hidden-body', 'aria-hidden-focus']), name).toEqual([])
}

/** From edge to edge, until the dialog is scrolled to its end. */
async function lineAboveButtons(page: Page): Promise<void> {
  await page.setViewportSize({ width: 740, height: 240 })
  const buttons = dialog(page).locator('.dialog-actions')
  const line = () => buttons.evaluate((box) => getComputedStyle(box).borderBlockStartColor)
  const scrollTo = (fromEnd: number) =>
    dialog(page).evaluate((box, rest) => {
      box.scrollTop = box.scrollHeight - box.clientHeight - rest
    }, fromEnd)
  await scrollTo(30)
  await expect.poll(line).not.toBe('rgba(0, 0, 0, 0)')
  await scrollTo(0)
  await expect.poll(line).toBe('rgba(0, 0, 0, 0)')
  const [own, whole] = await buttons.evaluate((box) => [
    box.getBoundingClientRect().width,
    box.parentElement?.clientWidth,
  ])
  expect(own).toBe(whole)
}
