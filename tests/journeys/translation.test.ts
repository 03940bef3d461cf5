import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { errors } from '../../src/domain/errors.ts'
import type { Language } from '../../src/domain/language.ts'
import { questionPath } from '../../src/domain/question.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, sidewaysScrolling } from '../../harness/accessibility.ts'
import { desk } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { insertMixedPosts, settingsFor } from '../../harness/mixed-posts.ts'
import { standInTranslator } from '../../harness/stand-in-translator.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import {
  pageContains,
  postAs,
  todaysQuestion,
  touchChat,
} from '../../harness/steps/reading-steps.ts'
import { knownTranslations, translationPairs } from '../../harness/translation-pairs.ts'
import { startTranslationServer, type TranslationServer } from '../../harness/translation-server.ts'

let server: TranslationServer

const app = await ownApp()
const test = journey(app, { allows: / 40[34] | 503 / })
let today: Required<Question>

let posts: string[]
let newest: string

beforeAll(async () => {
  server = await startTranslationServer(knownTranslations)
  today = await todaysQuestion(app)
  posts = await insertMixedPosts(app, 12)
  newest = posts.at(-1)!
})
afterAll(async () => {
  await server?.stop()
})

const post = (page: Page, text: string) =>
  page.locator('.comments > li').filter({ has: page.locator('.text', { hasText: text }) })
const button = (page: Page, text: string) => post(page, text).locator('.read button')
const translation = (page: Page, text: string) => post(page, text).locator('.translation')
const topOf = async (page: Page, text: string) => (await button(page, text).boundingBox())!.y

const keptChoice = (page: Page) => page.evaluate(() => localStorage.getItem('Read'))

async function toggleTranslation(page: Page, language: Language): Promise<void> {
  await page.locator('.language-button').click()
  await page.getByRole('switch', { name: texts[language]('listLanguage.readAll') }).click()
  await page.keyboard.press('Escape')
}

describe('without a translator on either side', () => {
  test.for(['', 'unavailable'])(
    'no button is there, before and after a touch: %j',
    async (state, { visit }) => {
      const { page } = await visit()
      if (state) await page.addInitScript(standInTranslator, { state })
      await page.goto('/')
      await touchChat(page)
      expect(await page.locator('.read:visible').count()).toBe(0)
    },
  )
})

describe('on the device', () => {
  const asksServer = (page: Page) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/question/translation')) asked.push(request.url())
    })
    return asked
  }

  test('the buttons come with a touch, at the next visit with the page; nothing is sent', async ({
    visit,
  }) => {
    const { page, problems } = await visit()
    await page.addInitScript(standInTranslator, { state: 'available' })
    const asked = asksServer(page)
    await page.goto('/')
    await touchChat(page)
    await button(page, newest).click()
    await expect.poll(() => translation(page, newest).textContent()).toBe(`[ja] ${newest}`)
    expect(await translation(page, newest).getAttribute('lang')).toBe('ja')
    await post(page, newest).getByText(texts.ja('post.byDevice')).waitFor()
    await page.reload()
    expect(await button(page, newest).isVisible()).toBe(true)
    expect(await page.locator('.read:visible').count()).toBe(posts.length / 2)
    await toggleTranslation(page, 'ja')
    await expect.poll(() => translation(page, newest).count()).toBe(1)
    await toggleTranslation(page, 'ja')
    await expect.poll(() => page.locator('.translation').count()).toBe(0)
    await expect.poll(() => keptChoice(page)).toBe('off')
    expect([asked, problems]).toEqual([[], []])
  })

  test.for(['downloadable', 'downloading'])(
    '%s: shows its progress, can be stopped, and begins again with a press',
    async (state, { visit }) => {
      const { page } = await visit({ language: 'en' })
      await page.addInitScript(standInTranslator, { state })
      await page.goto('/')
      await touchChat(page)
      const text = posts.at(-2)!
      await button(page, text).click()
      await post(page, text)
        .getByText(texts.en('post.downloading', { percent: '40' }))
        .waitFor()
      await button(page, text).click()
      await expect.poll(() => button(page, text).textContent()).toBe(texts.en('post.read'))
      expect(await post(page, text).locator('.text').isVisible()).toBe(true)
      await button(page, text).click()
      await post(page, text)
        .getByText(texts.en('post.downloading', { percent: '40' }))
        .waitFor()
      await page.evaluate(() => dispatchEvent(new Event('stand-in:download')))
      await expect.poll(() => translation(page, text).textContent()).toBe(`[en] ${text}`)
    },
  )
})

describe('by the operator’s translator', () => {
  // Cached pages were rendered without a translator.
  beforeAll(() => app.restart(settingsFor(server)))
  beforeEach(() => {
    server.behave('translate')
    server.requests.length = 0
  })

  test('a post is read in Japanese and in the original, the button staying under the finger', async ({
    visit,
  }) => {
    const { page } = await visit()
    await page.goto('/')
    expect(await page.locator('.read:visible').count()).toBe(posts.length / 2)
    const beforeIt = posts.at(-3)!
    const t = texts.ja
    await touchChat(page)
    await button(page, beforeIt).scrollIntoViewIfNeeded()
    const top = await topOf(page, beforeIt)
    await button(page, beforeIt).click()
    await expect
      .poll(() => translation(page, beforeIt).textContent())
      .toBe(knownTranslations.get(beforeIt))
    expect(await post(page, beforeIt).locator('.text').isVisible()).toBe(false)
    expect(await translation(page, beforeIt).getAttribute('lang')).toBe('ja')
    await post(page, beforeIt)
      .getByText(t('post.by', { name: 'LibreTranslate' }))
      .waitFor()
    expect(await button(page, beforeIt).textContent()).toBe(t('post.original'))
    expect(await topOf(page, beforeIt)).toBeCloseTo(top, 0)
    expect(await page.locator('.announcer').textContent()).toBe(knownTranslations.get(beforeIt))
    expect(await findingsInBothSchemes(page)).toEqual([])
    await button(page, beforeIt).click()
    await post(page, beforeIt).locator('.text').waitFor()
    expect(await topOf(page, beforeIt)).toBeCloseTo(top, 0)
    expect(server.requests).toHaveLength(1)
  })

  test('a press before the page’s script is there is not lost', async ({ visit }) => {
    const { page } = await visit()
    let load = () => {}
    const held = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/_astro/Reading*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await button(page, newest).click()
    load()
    await expect
      .poll(() => translation(page, newest).textContent())
      .toBe(knownTranslations.get(newest))
  })

  test('one’s own, folded and muted posts have no button', async ({ signedIn }) => {
    const { page: folded, person } = await signedIn()
    await postAs(app, person, today.questionId, 'An answer of my own.')
    await folded.addInitScript(() => {
      localStorage.setItem('Reported', 'mixed-11')
    })
    await folded.goto('/')
    await post(folded, 'An answer of my own.').and(folded.locator('[data-own]')).waitFor()
    await folded.locator('[data-reported]').waitFor()
    expect(await button(folded, 'An answer of my own.').isVisible()).toBe(false)
    expect(await folded.locator('[data-reported] .read:visible').count()).toBe(0)
  })

  test('says in one sentence that it failed, keeps the original, and can be pressed again', async ({
    visit,
  }) => {
    server.behave('broken')
    const { page } = await visit({ language: 'en', viewport: desk })
    await page.addInitScript(standInTranslator, { state: 'unavailable' })
    await page.goto(questionPath(today.questionId))
    await touchChat(page)
    const text = posts[4]!
    await button(page, text).click()
    await post(page, text).getByText(texts.en('post.notTranslated')).waitFor()
    expect(await post(page, text).locator('.text').isVisible()).toBe(true)
    expect(await sidewaysScrolling(page)).toEqual([])
    server.behave('translate')
    await button(page, text).click()
    await expect.poll(() => translation(page, text).textContent()).toBe(knownTranslations.get(text))
    await page.evaluate(() => {
      localStorage.setItem('Reported', 'mixed-4')
      dispatchEvent(new StorageEvent('storage', { key: 'Reported' }))
    })
    await translation(page, text).waitFor({ state: 'hidden' })
    expect(await post(page, text).locator('.text').isVisible()).toBe(false)
  })

  test('the translation switch is turned on once: what is in sight, what comes live, and the next visit', async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: desk })
    await page.goto('/')
    await toggleTranslation(page, 'ja')
    await expect
      .poll(() => translation(page, newest).textContent())
      .toBe(knownTranslations.get(newest))
    const [, live] = translationPairs[20]!
    await postAs(app, await createPerson(app), today.questionId, live)
    await expect.poll(() => translation(page, live).textContent()).toBe(knownTranslations.get(live))
    const asked = server.requests.map(({ text }) => text)
    expect(new Set(asked).size).toBe(asked.length)

    // A post switched back to the original stays so.
    await button(page, newest).click()
    await post(page, newest).locator('.text').waitFor()

    await page.reload()
    await expect.poll(() => translation(page, live).textContent()).toBe(knownTranslations.get(live))
    await expect
      .poll(() => translation(page, newest).textContent())
      .toBe(knownTranslations.get(newest))
    expect(server.requests).toHaveLength(asked.length)
    await page.goto(questionPath(today.questionId))
    await page.locator('.translation').first().waitFor()
    await toggleTranslation(page, 'ja')
    await expect.poll(() => page.locator('.translation').count()).toBe(0)
    // Nothing is stored, since stored choices would show buttons on a site without a translator.
    await expect.poll(() => keptChoice(page)).toBe(null)
  })

  test('a post that was stopped, or fails, is left alone; the other posts are translated', async ({
    visit,
  }) => {
    const t = texts.en
    const added = translationPairs.slice(40, 43).map(([ja]) => ja)
    const author = await createPerson(app)
    for (const text of added) await postAs(app, author, today.questionId, text)
    const last = added.at(-1)!
    const { page } = await visit({ language: 'en', viewport: desk })
    await page.clock.install()
    const asked: string[] = []
    await page.route('**/question/translation', async (route) => {
      const { commentId } = route.request().postDataJSON() as { commentId: string }
      asked.push(commentId)
      const json = { ...errors.translatorNotAvailable, statusCode: -1025 }
      if (asked.length === 2) await route.fulfill({ status: 503, json })
      else await route.continue()
    })
    await page.goto('/')
    // A cached page may lack the new posts, which then arrive live.
    await post(page, last).waitFor()
    server.behave('hold')
    await toggleTranslation(page, 'en')
    await expect.poll(() => asked.length).toBe(1)
    await page.getByRole('button', { name: t('post.stop') }).click()
    server.behave('translate')
    // The second one fails: one retry after a minute.
    await page.locator('.translation-notice').getByText(t('post.notTranslated')).waitFor()
    expect(await keptChoice(page)).toBe('on')
    // The press may have scrolled.
    await page.locator('.scroller').evaluate((box) => box.scrollTo(0, 0))
    await page.clock.runFor(MINUTE_MS)
    await expect.poll(() => translation(page, last).textContent()).toBe(knownTranslations.get(last))
    expect(new Set(asked).size).toBe(asked.length)
    for (const id of asked.slice(0, 2))
      expect(await page.locator(`[data-comment-id="${id}"] .translation`).count()).toBe(0)
  })

  test('says nothing of a post that is deleted while it is translated', async ({ visit }) => {
    const author = await createPerson(app)
    const text = '翻訳のあいだに消える投稿です。'
    await postAs(app, author, today.questionId, text)
    // Otherwise its arrival is announced.
    await pageContains(app, text)
    const { page } = await visit({ language: 'en' })
    await page.goto('/')
    const commentId = await post(page, text).getAttribute('data-comment-id')
    await page.locator('.announcer').evaluate((announcer) => {
      new MutationObserver(() => {
        document.title += `|${announcer.textContent}`
      }).observe(announcer, { childList: true, characterData: true, subtree: true })
      document.title = ''
    })
    server.behave('hold')
    await button(page, text).click()
    await expect.poll(() => server.requests.length).toBe(1)
    await callService(app, 'comment', 'DELETE /comment', author, { commentId })
    await post(page, text).waitFor({ state: 'detached' })
    server.behave('translate')
    const other = posts.at(-2)!
    await button(page, other).click()
    await translation(page, other).waitFor()
    await expect.poll(() => page.title()).toBe(`|${knownTranslations.get(other)}`)
  })

  test('a comment list whose translator is over its limit says so once', async ({ visit }) => {
    await app.setVars({ TRANSLATOR_CHARACTERS_PER_DAY: '1' })
    const { page } = await visit({ language: 'en' })
    const [ja] = translationPairs[30]!
    await postAs(app, await createPerson(app), today.questionId, ja)
    await page.goto('/')
    await toggleTranslation(page, 'en')
    const notice = page.locator('.translation-notice')
    await expect.poll(() => notice.textContent()).toBe(texts.en('post.translationLimit'))
    expect(await post(page, ja).locator('.text').isVisible()).toBe(true)
  })
})
