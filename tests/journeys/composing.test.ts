import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, type SignIn } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { t } from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
const test = journey(app)

async function writing(signedIn: SignIn, options: Parameters<SignIn>[0] = {}) {
  const visited = await signedIn(options)
  const { page } = visited
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor({ state: 'attached' })
  const field = page.getByRole('textbox', { name: t('composer.label') })
  await field.click()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comment')) {
      posts.push(request.postDataJSON().text)
    }
  })
  const devtools = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  return { ...visited, field, posts, devtools, compose }
}

const postButton = (page: Page) =>
  page.getByRole('button', { name: t('composer.post'), exact: true })

test('Japanese input: nothing is posted, closed or lost while composing; the button posts all of it', async ({
  signedIn,
}) => {
  const { page, field, posts, compose, devtools, close } = await writing(signedIn)
  await page.keyboard.type('今日は')
  await compose('あめ')
  const press = (key: 'Enter' | 'Escape', modifiers = 0) =>
    devtools.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key,
      code: key,
      windowsVirtualKeyCode: 229,
      modifiers,
    })
  await press('Escape')
  for (const modifiers of [0, 2, 4]) await press('Enter', modifiers)
  expect(await field.inputValue()).toBe('今日はあめ')
  expect(page.url()).toBe(`${app.origin}/`)
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true)
  await devtools.send('Input.insertText', { text: '雨' })
  expect(await field.inputValue()).toBe('今日は雨')
  await compose('まで')
  await page.reload()
  expect(await field.inputValue()).toBe('今日は雨まで')
  expect(posts).toEqual([])

  await page.locator('.dots').getByText('○○○').waitFor({ state: 'attached' })
  await field.click()
  await field.fill('')
  await compose('かんじ')
  await postButton(page).click()
  await page.locator('.dots').getByText('●○○').waitFor()
  await expect.poll(() => posts).toEqual(['かんじ'])
  expect(await field.inputValue()).toBe('')
  // A cancelled mousedown moves no focus, as on an iPhone.
  await field.click()
  await compose('かな')
  await postButton(page).evaluate((button) =>
    button.addEventListener('mousedown', (event) => event.preventDefault()),
  )
  await postButton(page).click()
  await expect.poll(() => posts).toEqual(['かんじ', 'かな'])
  expect(await field.inputValue()).toBe('')
  await close()
})

test('a failure while composing is told after it', async ({ signedIn }) => {
  const allows = /status of 500/
  const { page, field, compose, devtools, close } = await writing(signedIn, { allows })
  const answer = Promise.withResolvers<void>()
  await page.route('**/comment/v1/comment', async (route) => {
    await answer.promise
    await route.fulfill({ status: 500, json: {} })
  })
  await page.keyboard.type('前の')
  await postButton(page).click()
  await field.click()
  await compose('きょう')
  const answered = page.waitForResponse('**/comment/v1/comment')
  answer.resolve()
  await (await answered).finished()
  await devtools.send('Input.insertText', { text: '今日' })
  await page.getByText(t('composer.error.server')).waitFor()
  expect(await field.inputValue()).toBe('前の\n今日')
  await close()
})

test('a draft outlives a crash of the page, and leaves the field when it was stored on its way', async ({
  signedIn,
}) => {
  const { page, field, devtools, close, person } = await writing(signedIn)
  const crash = async (tab: Page, tools = devtools) => {
    const crashed = tab.waitForEvent('crash')
    tools.send('Page.crash').catch(() => undefined)
    await crashed
    const again = await tab.context().newPage()
    await again.goto(app.origin)
    return { again, same: again.getByRole('textbox', { name: t('composer.label') }) }
  }
  await field.fill('二度は載らない')
  const { again, same } = await crash(page)
  await expect.poll(() => same.inputValue()).toBe('二度は載らない')
  await expect.poll(() => again.locator('#post-count').textContent()).toBe('7/140')
  await again.locator('.dots').getByText('○○○').waitFor({ state: 'attached' })
  // Stored, but the response never arrives.
  await again.route('**/comment/v1/comment', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
  })
  await postButton(again).click()
  const stored = async () => {
    const { results } = await app.sql`SELECT text FROM comment
      WHERE user_id = ${person.userId}`.all<{ text: string }>()
    return results.map(({ text }) => text)
  }
  await expect.poll(stored).toEqual(['二度は載らない'])
  const last = await crash(again, await again.context().newCDPSession(again))
  await last.again.locator('.dots').getByText('●○○').waitFor({ state: 'attached' })
  await expect.poll(() => last.same.inputValue()).toBe('')
  await last.again.getByText(t('composer.posted')).waitFor()
  expect(await stored()).toEqual(['二度は載らない'])
  await close()
})
