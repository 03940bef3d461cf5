import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { phone } from '../../harness/browser.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { codeTo } from '../../harness/outbox.ts'
import { t } from '../../harness/steps/account-steps.ts'
import { fillComments, todaysQuestion } from '../../harness/steps/reading-steps.ts'

const app = await ownApp()
const test = journey(app)

const today = await todaysQuestion(app)
await fillComments(app, today.questionId, 3)

/** More stops without the target are a focus trap, or too many. */
const MAX_STOPS = 60

/** Runs in the page: why the focus is invisible, if it is. */
function unseenFocus(): string | undefined {
  const focused = document.activeElement
  if (!focused || focused === document.body) return undefined
  const { outerHTML } = focused
  const name = outerHTML.slice(0, 120)
  if (!focused.matches(':focus-visible')) return `not :focus-visible: ${name}`
  const chain = [focused, focused.parentElement, focused.nextElementSibling].filter(Boolean)
  const isMarked = chain.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one as Element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  if (!isMarked) return `no mark: ${name}`
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return isInSight ? undefined : `out of sight: ${name}`
}

/** Presses Tab until the target has the focus, checking visibility at each stop. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () =>
    target.evaluateAll((all) => all.some((one) => one === document.activeElement))
  await target.first().waitFor({ state: 'attached' })
  for (let stops = 0; !(await isThere()); stops++) {
    if (stops === MAX_STOPS) throw new Error(`not reached by ${key}: ${String(target)}`)
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(unseenFocus)).toBeUndefined()
  }
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('leads by keyboard alone through an account’s life on a phone', async ({ visit }) => {
  const email = newEmail()
  const { page } = await visit({ viewport: phone })
  const button = (key: Parameters<typeof t>[0]) =>
    page.getByRole('button', { name: t(key), exact: true })
  const field = (key: Parameters<typeof t>[0]) => page.getByLabel(t(key), { exact: true })
  const typed = async (target: Locator, text: string) => {
    await tabTo(page, target)
    await page.keyboard.type(text)
  }
  const openMenu = async () => press(page, page.locator('.burger'))

  await page.goto('/signup')
  await typed(field('field.email'), email)
  await typed(field('field.password'), PASSWORD)
  await press(page, field('signup.terms'), 'Space')
  await press(page, button('signup.submit'))
  await page.waitForURL('**/otp_email')
  await tabTo(page, page.locator('input[name="digit"]').first())
  await page.keyboard.type(await codeTo(app, email))
  await page.waitForURL('**/signup_username')
  await tabTo(page, field('field.username'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('keys-ja')
  await press(page, button('settings.save'))
  await page.waitForURL(`${app.origin}/`)

  const own = page.locator('.comments > li', { hasText: 'By keyboard' })
  await typed(page.locator('#post'), 'By keyboard')
  await press(page, button('composer.post'))
  await own.and(page.locator(':not([data-pending])')).waitFor()
  await press(page, own.locator('summary'))
  await own.locator('.post-menu button').first().waitFor()
  // The arrow keys stay in the menu: the last entry is above the first.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await press(page, page.locator('dialog[open] .button:not(.button-quiet)'))
  await own.waitFor({ state: 'detached' })

  const first = page.locator('.comments > li', { hasText: 'answer 1' })
  await press(page, first.locator('summary'))
  await press(page, button('post.report'))
  await press(page, page.locator('dialog[open] input[name="category"]').first(), 'Space')
  await press(page, button('dialog.report.send'))
  await page.getByRole('dialog', { name: t('dialog.report.received') }).waitFor()
  await press(page, button('dialog.close'))
  const second = page.locator('.comments > li', { hasText: 'answer 2' })
  await press(page, second.locator('summary'))
  const name = await second.locator('b').textContent()
  await press(page, page.getByRole('button', { name: t('post.mute', { name: name! }) }))
  await second.waitFor({ state: 'hidden' })
  await press(page, button('post.undo'))
  await second.waitFor()

  await openMenu()
  await press(page, page.locator('#menu a[href="/account_settings"]'))
  await page.waitForURL('**/account_settings')
  await press(page, page.locator('main a[href="/gender"]'))
  await page.waitForURL('**/gender')
  await tabTo(page, page.locator('input[name="gender"], select'))
  await page.keyboard.press('ArrowDown')
  await press(page, page.locator('form [type="submit"]'))
  await page.waitForURL('**/account_settings')
  await press(page, page.locator('main a[href="/email"]'))
  await page.waitForURL('**/email')
  await typed(page.locator('form input[name="newEmail"]'), `new-${email}`)
  if ((await page.locator('form input[type="password"]').count()) > 0)
    await typed(page.locator('form input[type="password"]'), PASSWORD)
  await press(page, page.locator('form [type="submit"]'))
  await page.waitForURL('**/account_settings')

  // After the logout the server would refuse this request.
  const ownPosts = page.waitForResponse(/\/comment\/v1\/comment\?userId=/)
  await page.goto('/')
  await ownPosts
  await openMenu()
  await press(page, page.locator('[data-logout]'))
  await press(page, page.locator('dialog[open] .button:not(.button-quiet)'))
  await page.locator('html:not([data-person])').waitFor()

  await openMenu()
  await press(page, page.locator('#menu a[href="/login"]'))
  await page.waitForURL('**/login')
  await typed(field('field.email'), email)
  await typed(field('field.password'), PASSWORD)
  await press(page, button('login.submit'))
  await page.waitForURL(`${app.origin}/`)
  await openMenu()
  await press(page, page.locator('#menu a[href="/account_settings"]'))
  await press(page, page.locator('main a[href="/delete_account"]'))
  await press(page, page.locator('main a[href="/delete_account/otp_email"]'))
  await page.waitForURL('**/delete_account/otp_email')
  await tabTo(page, page.locator('input[name="digit"]').first())
  await page.keyboard.type(await codeTo(app, email, 2))
  await page.waitForURL('**/delete_account_proceed**')
  await press(page, page.locator('form input[type="checkbox"]'), 'Space')
  await press(page, page.locator('form [type="submit"]'))
  // A second navigation to the same page would end `waitForURL`.
  await expect.poll(() => page.url()).toBe(`${app.origin}/`)
  const notice = page.locator('.page-notice')
  await expect.poll(() => notice.textContent()).toBe(t('notice.accountDeleted'))
  const people = app.sql`SELECT count(*) AS n FROM user WHERE email_key = ${email}`
  expect(await people.first('n')).toBe(0)
})
