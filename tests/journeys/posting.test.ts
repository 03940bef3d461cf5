import { composerPath } from '../../src/domain/question.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { errors, type ErrorName } from '../../src/domain/errors.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { journey, type SignIn } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings } from '../../harness/accessibility.ts'
import { desk } from '../../harness/browser.ts'
import { activated, logIn, stored, texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  isInSight,
  postAs,
  shownTexts,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp({ vars: { FILTER_REPEAT: 'hold' } })
const test = journey(app, { allows: / 40[136] |ERR_FAILED/ })

let today: Required<Question>

beforeAll(async () => {
  await app.db.exec("INSERT INTO filter_word VALUES ('バカ', 'held', 0), ('cretin', 'held', 0)")
  today = await todaysQuestion(app)
  await fillComments(app, today.questionId, 60)
})

const storedTexts = async (userId: string) => {
  const statement = app.db.prepare(
    'SELECT text FROM comment WHERE user_id = ? AND deleted_at IS NULL ORDER BY seq',
  )
  const { results } = await statement.bind(userId).all<{ text: string }>()
  return results.map(({ text }) => text)
}

const ownTexts = (page: Page) => page.locator('.comments > [data-own] .text').allTextContents()
const counter = (page: Page) => page.locator('#post-count').textContent()
const isPost = (request: { method(): string; url(): string }) =>
  request.method() === 'POST' && request.url().endsWith('/comment')

const distanceFromRight = (page: Page, text: string) =>
  page
    .locator('.comments .text', { hasText: text })
    .evaluate(
      (item) =>
        item.closest('.comments')!.getBoundingClientRect().right -
        item.getBoundingClientRect().right,
    )

describe('a guest', () => {
  const t = texts.ja

  test('who touches the composer is asked to log in, and comes back with the draft', async ({
    visit,
  }) => {
    const { page } = await visit()
    const email = await activated(app)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto('/')
    await networkIsIdle(page)
    const readers = scripts.length
    const field = page.getByRole('textbox', { name: t('composer.label') })
    await field.evaluate((element) => Object.assign(element, { kept: 'yes' }))
    await field.click()
    const dialog = page.getByRole('dialog', { name: t('dialog.loginRequired.title') })
    await dialog.getByRole('button', { name: t('dialog.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(scripts.length).toBeGreaterThan(readers)
    expect(await field.evaluate((element) => 'kept' in element)).toBe(true)

    const text = 'a draft in ja'
    await field.fill(text)
    expect(await counter(page)).toBe(`${text.length}/140`)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    const link = dialog.getByRole('link', { name: t('dialog.loginRequired.login') })
    expect(await link.getAttribute('href')).toBe('/login?next=%2F')
    await link.click()
    await page.waitForURL('**/login?next=%2F')
    await logIn(page, t, email, { path: '/login?next=%2F' })
    await page.waitForURL(`${app.origin}/`)
    expect(await field.inputValue()).toBe(text)
    await expect.poll(() => counter(page)).toBe(`${text.length}/140`)
  })
})

describe('somebody signed in', () => {
  const t = texts.ja

  test('posts three, sees them on the right at once and after a reload, deletes one', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    await page.goto('/')
    const field = page.getByRole('textbox', { name: t('composer.label') })
    const button = page.getByRole('button', { name: t('composer.post'), exact: true })
    const dots = page.locator('.dots')
    await dots.getByText('○○○').waitFor()

    const first = `first by ${person.username}`
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/comment/v1/comment', async (route) => {
      if (route.request().method() === 'POST') await answered
      await route.continue()
    })
    await field.fill(`  ${first}\n`)
    await button.click()
    await page.locator('.comments > [data-pending]', { hasText: first }).waitFor()
    expect(await isInSight(page, first)).toBe(true)
    expect(await field.inputValue()).toBe('')
    expect(await storedTexts(person.userId)).toEqual([])
    answer()
    await page.locator('.comments > [data-pending]').waitFor({ state: 'detached' })
    await page.unroute('**/comment/v1/comment')
    await dots.getByText('●○○').waitFor()
    expect(await storedTexts(person.userId)).toEqual([first])
    expect(await distanceFromRight(page, first)).toBeLessThan(60)
    expect(await distanceFromRight(page, 'answer 60')).toBeGreaterThan(100)

    const second = `second by ${person.username}\nin two lines`
    await field.click()
    await page.keyboard.type(`second by ${person.username}`)
    await page.keyboard.press('Enter')
    await page.keyboard.type('in two lines')
    await page.keyboard.press('Control+Enter')
    await dots.getByText('●●○').waitFor()
    await expect.poll(() => storedTexts(person.userId)).toEqual([first, second])

    await page.reload()
    await expect.poll(() => ownTexts(page)).toEqual([first, second])
    await dots.getByText('●●○').waitFor()

    const third = `third by ${person.username}`
    await field.fill(third)
    await button.click()
    await page.getByText(t('composer.limitReached')).waitFor()
    await page.getByText(t('composer.comeBack')).waitFor()
    expect(await field.isVisible()).toBe(false)
    await page.keyboard.press('Tab')
    const isRingInWindow = await page.locator('.limit-notice').evaluate((notice: HTMLElement) => {
      notice.focus()
      const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(notice)
      const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth)
      const { left, right, bottom } = notice.getBoundingClientRect()
      const isInside =
        left - reach >= 0 && right + reach <= innerWidth && bottom + reach <= innerHeight
      return outlineStyle !== 'none' && isInside
    })
    expect(isRingInWindow).toBe(true)
    await expect.poll(() => storedTexts(person.userId)).toEqual([first, second, third])
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await page.reload()
    const feedback = page.getByRole('dialog', { name: t('dialog.feedback.title') })
    await feedback.getByRole('button', { name: t('dialog.feedback.later') }).click()
    await page.getByText(t('composer.limitReached')).waitFor()
    expect(await field.isVisible()).toBe(false)
    await expect.poll(() => ownTexts(page)).toEqual([first, second, third])

    const own = page.locator('.comments > [data-own]', { hasText: third })
    await own.getByLabel(t('commentList.menu')).click()
    await own.getByRole('button', { name: t('commentList.delete') }).click()
    const dialog = page.getByRole('dialog', { name: t('dialog.deletePost.title') })
    await dialog.getByRole('button', { name: t('dialog.cancel') }).click()
    expect(await storedTexts(person.userId)).toHaveLength(3)
    await own.getByLabel(t('commentList.menu')).click()
    await own.getByRole('button', { name: t('commentList.delete') }).click()
    await dialog.getByRole('button', { name: t('dialog.yes') }).click()
    await own.waitFor({ state: 'detached' })
    await field.waitFor()
    await dots.getByText('●●○').waitFor()
    expect(await storedTexts(person.userId)).toEqual([first, second])
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('scroller')
  })

  test('keeps a text that could not be posted, and posts it once when tried again', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    await page.goto('/')
    const field = page.getByRole('textbox', { name: t('composer.label') })
    const button = page.getByRole('button', { name: t('composer.post'), exact: true })
    await page.locator('.dots').getByText('○○○').waitFor()
    const text = `kept by ${person.username}`
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (isPost(request)) keys.push(request.headers()['idempotency-key'])
    })
    // Stored, but the response is lost.
    await page.route('**/comment/v1/comment', async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await route.abort()
    })
    await field.fill(text)
    await button.click()
    await page.getByText(t('composer.error.network')).waitFor()
    expect(await field.inputValue()).toBe(text)
    expect(await storedTexts(person.userId)).toEqual([text])
    await page.unroute('**/comment/v1/comment')

    await page.reload()
    expect(await field.inputValue()).toBe(text)
    await page.locator('.dots').getByText('●○○').waitFor()
    await button.click()
    await expect.poll(() => field.inputValue()).toBe('')
    await page.getByText(t('composer.posted')).waitFor()
    expect(await storedTexts(person.userId)).toEqual([text])
    expect(await ownTexts(page)).toEqual([text])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])

    const refuseWith = async (name: ErrorName, field?: string) => {
      const { httpCode: status, errorCode } = errors[name]
      const json = { ...errors[name], statusCode: errorCode, field }
      await page.route('**/comment/v1/comment', (route) => route.fulfill({ status, json }))
    }
    await refuseWith('userBanned')
    await field.fill('banned meanwhile')
    await button.click()
    await page.getByText(t('composer.error.banned')).waitFor()
    expect(await field.inputValue()).toBe('banned meanwhile')

    await refuseWith('dataNotAvailable', 'questionId')
    await field.fill('too late')
    await button.click()
    await page.getByText(t('composer.error.closed')).waitFor()
    expect(await field.inputValue()).toBe('too late')
    expect(await ownTexts(page)).toEqual([text])
  })

  test('is asked about a repeated text, and reads that a held post waits and why', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    await page.goto('/')
    const field = page.getByRole('textbox', { name: t('composer.label') })
    const post = page.getByRole('button', { name: t('composer.post'), exact: true })
    const text = '朝の光。'
    await field.fill(text)
    await post.click()
    // Stored before the response; until then further presses do nothing.
    await page.getByText(t('composer.posted')).waitFor()
    expect(await storedTexts(person.userId)).toEqual([text])
    await field.fill(text)
    await post.click()
    await page.getByText(t('posting.repeat')).waitFor()
    expect(await field.inputValue()).toBe(text)
    const doubtful = 'ほんとにﾊﾞｶだと思う。'
    await field.fill(doubtful)
    await post.click()
    const held = page.getByText(t('posting.held', { reason: t('posting.held.words') }))
    await held.waitFor()
    expect(await field.inputValue()).toBe('')
    await expect.poll(() => ownTexts(page)).toEqual([text, doubtful])
    expect(await findings(page)).toEqual([])
    await field.fill(`${doubtful} ${doubtful}`)
    await post.click()
    await page.locator('.limit-notice').filter({ has: held }).waitFor()
  })

  test('agrees to new terms first, with the text kept', async ({ signedIn }) => {
    const { page, person } = await signedIn()
    await app.db
      .prepare("UPDATE user SET terms_version = '2020-01-01' WHERE id = ?")
      .bind(person.userId)
      .run()
    await page.goto('/')
    const dialog = page.getByRole('dialog', { name: t('dialog.terms.title') })
    await dialog.waitFor()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: t('dialog.terms.later') }).click()
    await dialog.waitFor({ state: 'detached' })
    const field = page.getByRole('textbox', { name: t('composer.label') })
    const post = page.getByRole('button', { name: t('composer.post'), exact: true })
    await field.fill('湯気の立つ味噌汁')
    await post.click()
    await dialog.getByRole('button', { name: t('dialog.terms.agree') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(t('posting.terms')).waitFor()
    expect(await field.inputValue()).toBe('湯気の立つ味噌汁')
    await post.click()
    await expect.poll(() => storedTexts(person.userId)).toEqual(['湯気の立つ味噌汁'])
  })

  test('writes on a page of its own and comes back', async ({ signedIn }) => {
    const { page, person } = await signedIn()
    await page.goto('/')
    await page.getByRole('link', { name: t('composer.openForm') }).click()
    await page.waitForURL(`**/add_post?themeID=${today.questionId}`)
    const field = page.getByRole('textbox', { name: t('composer.label') })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('post')
    const text = `from the page by ${person.username}`
    await field.fill(text)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.waitForURL(`${app.origin}/`)
    await page.locator('.comments > [data-own]', { hasText: text }).waitFor()
    expect(await storedTexts(person.userId)).toEqual([text])
  })
})

describe('the field', () => {
  const t = texts.ja

  async function composing(signedIn: SignIn) {
    const visited = await signedIn({ viewport: desk })
    const { page } = visited
    await page.goto('/')
    await page.locator('.dots').getByText('○○○').waitFor()
    const field = page.getByRole('textbox', { name: t('composer.label') })
    await field.click()
    const posts: string[] = []
    page.on('request', (request) => {
      if (isPost(request)) posts.push(request.postData() ?? '')
    })
    return { ...visited, field, posts, devtools: await page.context().newCDPSession(page) }
  }

  test('posts nothing while an input method is composing, whatever is pressed', async ({
    signedIn,
  }) => {
    const { page, field, posts, devtools, close } = await composing(signedIn)
    await devtools.send('Input.imeSetComposition', {
      text: 'にほん',
      selectionStart: 3,
      selectionEnd: 3,
    })
    for (const modifiers of [0, 2, 4]) {
      await devtools.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
        modifiers,
      })
    }
    await devtools.send('Input.insertText', { text: '日本' })
    expect(await field.inputValue()).toBe('日本')
    expect(posts).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => posts.length).toBe(1)
    expect(JSON.parse(posts[0]!).text).toBe('日本')
    await close()
  })

  test('counts what the server counts, and cannot be typed past', async ({ signedIn }) => {
    const { page, field, devtools, close } = await composing(signedIn)
    for (const [text, length] of [
      ['🙂', 1],
      ['👩‍👧', 3],
      ['か\u3099', 1],
      ['a\nb', 3],
      // Trimmed.
      [' あ\n', 1],
    ] as const) {
      await field.fill(text)
      expect(await counter(page), text).toBe(`${length}/140`)
    }
    await field.fill('あ'.repeat(140))
    await page.keyboard.type('x')
    expect(await field.inputValue()).toBe('あ'.repeat(140))
    await field.evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(3, 3))
    await page.keyboard.type('y')
    expect(await field.inputValue()).toBe('あ'.repeat(140))
    await devtools.send('Input.imeSetComposition', {
      text: 'にほん',
      selectionStart: 3,
      selectionEnd: 3,
    })
    await devtools.send('Input.insertText', { text: '日本' })
    await expect.poll(() => field.inputValue()).toBe('あ'.repeat(140))
    expect(await counter(page)).toBe('140/140')
    await close()
  })

  test('cuts what is pasted, and says so', async ({ signedIn }) => {
    const { page, field, close } = await composing(signedIn)
    await field.fill('い'.repeat(138))
    await page.evaluate(() => document.execCommand('insertText', false, ''))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('ろはにほへと'))
    await page.keyboard.press('Control+V')
    await page.getByText(t('composer.cut')).waitFor()
    expect(await field.inputValue()).toBe(`${'い'.repeat(138)}ろは`)
    await close()
  })

  test('sends nothing that is empty, and nothing twice', async ({ signedIn }) => {
    const { page, field, posts, close, person } = await composing(signedIn)
    const button = page.getByRole('button', { name: t('composer.post'), exact: true })
    await field.fill(' \n　')
    await button.click()
    await page.keyboard.press('Control+Enter')
    await field.fill('一度だけ')
    await button.dblclick()
    await page.locator('.dots').getByText('●○○').waitFor()
    await expect.poll(() => storedTexts(person.userId)).toEqual(['一度だけ'])
    expect(posts).toHaveLength(1)
    await close()
  })

  test('is stored once when the response is lost and storage is full', async ({ signedIn }) => {
    const { page, field, close, person } = await composing(signedIn)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (isPost(request)) keys.push(request.headers()['idempotency-key'])
    })
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.route(
      '**/comment/v1/comment',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const button = page.getByRole('button', { name: t('composer.post'), exact: true })
    await field.fill('満杯')
    await button.click()
    await page.getByText(t('composer.error.network')).waitFor()
    await button.click()
    await page.getByText(t('composer.posted')).waitFor()
    expect(await storedTexts(person.userId)).toEqual(['満杯'])
    expect(keys[1]).toBe(keys[0])
    // A new idempotency key: the same text again is another post.
    await field.fill('満杯')
    await button.click()
    await expect.poll(() => keys.length).toBe(3)
    expect(keys[2]).not.toBe(keys[0])
    await close()
  })

  test('writes one line to the console for an empty text on the page for writing', async ({
    signedIn,
  }) => {
    const { page, field, close } = await composing(signedIn)
    const lines: string[] = []
    page.on('console', (line) => line.type() === 'warning' && lines.push(line.text()))
    await page.goto(composerPath(today.questionId))
    await field.fill(' ')
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await expect
      .poll(() => lines.filter((line) => line.startsWith('Not posted')))
      .toEqual(['Not posted: empty'])
    await close()
  })

  test('keeps a draft through a reload and the end of the session', async ({ signedIn }) => {
    const { page, field, close, person } = await composing(signedIn)
    await field.fill('書きかけ')
    await page.reload()
    expect(await field.inputValue()).toBe('書きかけ')
    await page.route('**/comment/v1/comment', (route) =>
      route.fulfill({
        status: 401,
        json: { httpCode: 401, errorCode: -1008, statusCode: -1008, message: '' },
      }),
    )
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.getByText(t('composer.error.session')).waitFor()
    await page.getByRole('dialog', { name: t('dialog.loginRequired.title') }).waitFor()
    expect(await field.inputValue()).toBe('書きかけ')
    expect((await stored(page, `Draft:${today.questionId}:${person.userId}`)).local).toContain(
      '書きかけ',
    )
    await close()
  })

  test('marks one’s own posts and brings the field before the styles are there', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    await postAs(app, person, today.questionId, 'まだ飾りのない一言')
    // A stale cached page may be served briefly.
    const served = async () => (await app.fetch('/')).text()
    await expect.poll(served).toContain('まだ飾りのない一言')
    let load = () => {}
    const held = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/*.css', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.locator('#post').waitFor({ state: 'attached' })
    expect(await ownTexts(page)).toEqual(['まだ飾りのない一言'])
    load()
    await page.getByRole('textbox', { name: t('composer.label') }).waitFor()
  })

  test('takes what is pressed before any script is there', async ({ signedIn }) => {
    const { page, person } = await signedIn()
    let load = () => {}
    const held = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/_astro/Reading*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('textbox', { name: t('composer.label') }).fill('もっと早い一言')
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    load()
    await expect.poll(() => storedTexts(person.userId)).toEqual(['もっと早い一言'])
  })

  test('takes what is typed and pressed before the chat’s script is there', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    let load = () => {}
    const held = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/_astro/hydrate*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    const field = page.getByRole('textbox', { name: t('composer.label') })
    await field.fill('早すぎた一言')
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    expect(await storedTexts(person.userId)).toEqual([])
    load()
    await expect.poll(() => storedTexts(person.userId)).toEqual(['早すぎた一言'])
    await expect.poll(() => ownTexts(page)).toEqual(['早すぎた一言'])
  })
})

test('a post from another device and one’s own are each shown once', async ({ signedIn }) => {
  const { page, person } = await signedIn({ language: 'en' })
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor()
  const text = `elsewhere by ${person.username}`
  await postAs(app, person, today.questionId, text)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.locator('.dots').getByText('●○○').waitFor()
  await expect.poll(() => ownTexts(page)).toEqual([text])
  expect((await shownTexts(page)).filter((shown) => shown === text)).toHaveLength(1)
})
