import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { siteLinkPath } from '../../src/domain/site-links.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { fillDemonstration } from '../../harness/local/fill.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app)

beforeAll(async () => {
  await fillDemonstration(app.db, new Date())
})

const dialog = (page: Page) => page.locator('dialog[open]')

/**
 * Waits for the responses to this many posts.
 * A live event may have confirmed the post earlier.
 */
async function confirmed(page: Page, userId: string, posts: number): Promise<void> {
  const progress = () => page.evaluate((name) => localStorage.getItem(name), `Feedback:${userId}`)
  await expect.poll(progress).toContain(`"posts":${posts}`)
  await page.locator('.composer-post:not([aria-busy])').waitFor({ state: 'attached' })
}

const t = texts.ja

test('the third post ever brings the request for an opinion at the next visit, once', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  await page.goto('/')
  const post = async (text: string, posts: number) => {
    await page.locator('#post').fill(text)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.locator('.comments .text', { hasText: text }).waitFor()
    await confirmed(page, person.userId, posts)
  }
  await post('first ja', 1)
  await post('second ja', 2)
  await networkIsIdle(page)
  expect(await dialog(page).count()).toBe(0)
  await post('third ja', 3)
  // Not over the person's draft, but at the next visit.
  expect(await dialog(page).count()).toBe(0)
  await page.reload()
  await dialog(page).waitFor()
  expect(await dialog(page).locator('h2').textContent()).toBe(t('dialog.feedback.title'))
  const give = dialog(page).getByRole('link', { name: t('dialog.feedback.give') })
  expect(await give.getAttribute('href')).toBe(siteLinkPath('feedback'))
  await give.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await give.focus()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await page.reload()
  await networkIsIdle(page)
  expect(await dialog(page).count()).toBe(0)
})
