import { composerPath } from '../../src/domain/question.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { Question } from '../../src/contract/schemas.ts'
import { journey, type SignIn } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'

const t = texts.ja

const app = await ownApp()
const test = journey(app)

let today: Required<Question>

beforeAll(async () => {
  today = await todaysQuestion(app)
})

async function writing(signedIn: SignIn) {
  const visited = await signedIn()
  const { page } = visited
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor()
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
  // The Enter that Safari sends after the end of a composition.
  await field.evaluate((area: HTMLTextAreaElement) => {
    area.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    area.value = '日本'
    area.dispatchEvent(
      new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText' }),
    )
    area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }))
    for (const modifier of [{}, { metaKey: true }, { ctrlKey: true }]) {
      const press = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true, ...modifier }
      area.dispatchEvent(new KeyboardEvent('keydown', press))
    }
  })
  expect(await field.inputValue()).toBe('日本')
  expect(await page.locator('#post-count').textContent()).toBe('2/140')
  expect(posts).toEqual([])
  await field.fill('')

  await page.keyboard.type('今日は')
  await compose('あめ')
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: 'Escape',
    code: 'Escape',
    windowsVirtualKeyCode: 229,
  })
  expect(await field.inputValue()).toBe('今日はあめ')
  expect(page.url()).toBe(`${app.origin}/`)
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true)
  await devtools.send('Input.insertText', { text: '雨' })
  expect(await field.inputValue()).toBe('今日は雨')
  await compose('まで')
  await page.reload()
  expect(await field.inputValue()).toBe('今日は雨まで')
  expect(posts).toEqual([])

  await page.locator('.dots').getByText('○○○').waitFor()
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

describe('a draft', () => {
  test('outlives a crash of the page, its count with it', async ({ signedIn }) => {
    const { page, field, devtools, close } = await writing(signedIn)
    await field.fill('落ちる前に')
    const crashed = page.waitForEvent('crash')
    devtools.send('Page.crash').catch(() => undefined)
    await crashed
    const again = await page.context().newPage()
    await again.goto(app.origin)
    const same = again.getByRole('textbox', { name: t('composer.label') })
    await expect.poll(() => same.inputValue()).toBe('落ちる前に')
    await expect.poll(() => again.locator('#post-count').textContent()).toBe('5/140')
    await close()
  })

  test('that was on its way when the page crashed is stored once', async ({ signedIn }) => {
    const { page, field, devtools, close, person } = await writing(signedIn)
    // Stored, but the response never arrives.
    await page.route('**/comment/v1/comment', async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
    })
    await field.fill('二度は載らない')
    await postButton(page).click()
    const stored = async () => {
      const query = 'SELECT text FROM comment WHERE user_id = ?'
      const { results } = await app.db.prepare(query).bind(person.userId).all<{ text: string }>()
      return results.map(({ text }) => text)
    }
    await expect.poll(stored).toEqual(['二度は載らない'])
    const crashed = page.waitForEvent('crash')
    devtools.send('Page.crash').catch(() => undefined)
    await crashed
    const again = await page.context().newPage()
    await again.goto(app.origin)
    const same = again.getByRole('textbox', { name: t('composer.label') })
    await expect.poll(() => same.inputValue()).toBe('二度は載らない')
    await again.locator('.dots').getByText('●○○').waitFor()
    await postButton(again).click()
    await expect.poll(() => same.inputValue()).toBe('')
    await again.getByText(t('composer.posted')).waitFor()
    expect(await stored()).toEqual(['二度は載らない'])
    await close()
  })

  test('belongs to its question', async ({ signedIn }) => {
    const { page, field, close, person } = await writing(signedIn)
    await field.fill('今日の下書き')
    const keys = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('Draft:')),
    )
    expect(keys).toEqual([`Draft:${today.questionId}:${person.userId}`])
    await page.goto(composerPath(today.questionId))
    expect(await field.inputValue()).toBe('今日の下書き')
    await close()
  })
})

test('a long text that is pasted is cut at once', async ({ signedIn }) => {
  const { page, field, close } = await writing(signedIn)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('👩‍👩‍👧 と '.repeat(2_000)))
  await page.keyboard.press('Control+V')
  await page.getByText(t('composer.cut')).waitFor()
  expect(await field.inputValue()).toBe('👩‍👩‍👧 と '.repeat(17))
  await close()
})
