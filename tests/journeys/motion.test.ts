import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, type VisitAs, type SignIn } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import type { Browser } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { openers } from '../../harness/steps/dialog-openers.ts'
import { postAs, todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle, motionHasEnded } from '../../harness/wait-until-idle.ts'

const app = await sharedApp()
const test = journey(app)

/** Records motion longer than an instant, and every view transition. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const kept = () => JSON.parse(sessionStorage.getItem('motion') ?? '[]') as string[]
    const keep = (motion: string) =>
      sessionStorage.setItem('motion', JSON.stringify([...new Set([...kept(), motion])]))
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { duration } = animation.effect!.getComputedTiming()
        const { target, pseudoElement } = animation.effect as KeyframeEffect
        if (Number(duration) > 20)
          keep(`${(target as Element).className || target!.nodeName}${pseudoElement ?? ''}`)
      }
      requestAnimationFrame(look)
    }
    look()
    addEventListener('pagereveal', (event) => event.viewTransition && keep('page'))
  })
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('motion') ?? '[]') as string[])
}

/** Navigates, opens menu and dialog, and posts, as guest and as signed-in person. */
async function useEverything(
  visit: VisitAs,
  signedIn: SignIn,
  browser: Browser,
  reducedMotion: 'reduce' | 'no-preference',
): Promise<string[]> {
  const guest = await visit({ reducedMotion })
  const guestMotion = await watchMotion(guest.page)
  await guest.page.goto('/')
  await networkIsIdle(guest.page)
  await guest.page.locator('.bottom a[href="/recent_theme"]').click()
  await guest.page.waitForURL('**/recent_theme')
  await guest.page.locator('.burger').click()
  await guest.page.locator('#menu:popover-open').waitFor()
  await motionHasEnded(guest.page)
  const moved = await guestMotion()
  await guest.close()

  const { page, close } = await openers.loginRequired({
    browser: {
      ...browser,
      async visit(options) {
        const someone = await browser.visit({ ...options, reducedMotion })
        await watchMotion(someone.page)
        return someone
      },
    },
    app,
    language: 'ja',
  })
  await motionHasEnded(page)
  moved.push(...(await page.evaluate(() => JSON.parse(sessionStorage.getItem('motion') ?? '[]'))))
  await close()

  const writer = await signedIn({ reducedMotion })
  const writerMotion = await watchMotion(writer.page)
  await writer.page.goto('/')
  await networkIsIdle(writer.page)
  await writer.page.locator('#post').fill('静かな朝')
  await writer.page.keyboard.press('Control+Enter')
  await writer.page.locator('.comments .text', { hasText: '静かな朝' }).last().waitFor()
  const other = await createPerson(app)
  await postAs(app, other, (await todaysQuestion(app)).questionId, `from ${other.username}`)
  await writer.page.locator('.comments .text', { hasText: other.username }).waitFor()
  await motionHasEnded(writer.page)
  moved.push(...(await writerMotion()))
  await writer.close()
  return moved
}

test('a page, the menu, a dialog and a post arrive by moving, unless people prefer less motion', async ({
  visit,
  signedIn,
  browser,
}) => {
  const [moved, reduced] = await Promise.all(
    (['no-preference', 'reduce'] as const).map((motion) =>
      useEverything(visit, signedIn, browser, motion),
    ),
  )
  expect(moved).toContain('page')
  expect(moved!.some((name) => name.startsWith('menu'))).toBe(true)
  expect(moved!.some((name) => name.startsWith('dialog'))).toBe(true)
  expect(moved).toContain('LI')
  expect(reduced).toEqual([])

  // A transition that the browser skips is no error.
  const { page } = await visit({ reducedMotion: 'no-preference' })
  const skipped: string[] = []
  page.on('console', (message) => skipped.push(message.text()))
  // Simulates a transition that a redirect or resize skips.
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      viewTransition?.skipTransition()
      if (viewTransition) console.info('skipped')
    })
  })
  await page.goto('/')
  await page.locator('.bottom a[href="/recent_theme"]').click()
  await page.waitForURL('**/recent_theme')
  await expect.poll(() => skipped).toContain('skipped')
  // Unhandled rejections are reported before the next task.
  await page.evaluate(() => new Promise(requestAnimationFrame))
})
