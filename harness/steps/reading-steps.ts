import type { BrowserContextOptions, Locator, Page, WebSocket } from 'playwright-core'
import { languageNames, languages, type Language } from '../../src/domain/language.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import type { Question } from '../../src/contract/schemas.ts'
import type { App } from '../app.ts'
import type { Browser, Visit } from '../browser.ts'
import {
  createPeople,
  createPerson,
  insertComments,
  type PersonOptions,
  type TestPerson,
} from '../people.ts'
import { t, visit } from './account-steps.ts'
import { resultsOf } from './service-calls.ts'
import { addQuestions } from '../question-texts.ts'
import { until } from '../until.ts'

const readQuestions = (app: App, line: string, query: object) =>
  resultsOf(app, 'question', line, undefined, query)

/** The first read of a day creates the question. */
export async function todaysQuestion(app: App): Promise<Required<Question>> {
  const [{ questionnaireId }] = await readQuestions(app, 'GET /questionnaire', { status: '1' })
  const query = { questionnaireId, findStatus: '1,2' }
  return (await readQuestions(app, 'GET /question/comment', query))[0]
}

export async function yesterdaysQuestion(app: App): Promise<Question> {
  const { previewAt } = await todaysQuestion(app)
  return (await readQuestions(app, 'GET /question/', { lessPreviewAt: previewAt, limit: '1' }))[0]
}

/** A question of the day before, in an app that has none; waits for the caches of the list. */
export async function addYesterday(app: App): Promise<void> {
  const day = addDays(tokyoDay(Date.now()), -1)
  const texts = { ja: '昨日の問い？', en: 'A question of yesterday?' }
  await addQuestions(app.db, [{ id: 'yesterday', day, texts }])
  await pageContains(app, 'themeID=yesterday', '/recent_theme')
  await until(() => yesterdaysQuestion(app))
}

/** Comments `answer 1`, … by as many people. */
export async function fillComments(app: App, questionId: string, count: number): Promise<void> {
  const at = Date.now() - count * 1000
  const people = await createPeople(app, count)
  await insertComments(
    app,
    people.map(({ userId }, index) => ({
      questionId,
      userId,
      text: `answer ${index + 1}`,
      createdAt: at + index * 1000,
    })),
  )
}

export async function postAs(app: App, person: TestPerson, questionId: string, text: string) {
  await resultsOf(app, 'comment', 'POST /comment', person, { questionId, text })
}

/** Faster than Playwright's `storageState`, which opens a page of its own. */
async function storeBeforeFirstPage(
  page: Page,
  origin: string,
  items: Record<string, string>,
): Promise<void> {
  const script = await page.addInitScript(
    ([origin, items]) => {
      if (location.origin === origin) Object.assign(localStorage, items)
    },
    [origin, items] as const,
  )
  page.once('framenavigated', () => void script.dispose().catch(() => {}))
}

/** Opens a browser with a session written directly into database and storage. */
export async function visitSignedIn(
  browser: Browser,
  app: App,
  language: Language,
  options: BrowserContextOptions & { person?: PersonOptions } = {},
): Promise<Visit & { person: TestPerson }> {
  const { person: wanted, ...context } = options
  const person = await createPerson(app, wanted)
  const [user] = await resultsOf(app, 'user', 'GET /user/me', person)
  const localStorage = {
    AccessToken: person.accessToken,
    UpdateToken: person.updateToken,
    UserInfo: JSON.stringify(user),
  }
  const visited = await visit(browser, app, language, context)
  await storeBeforeFirstPage(visited.page, app.origin, localStorage)
  return { ...visited, person }
}

/**
 * Clicks a link and waits until the next page is parsed and its scripts have run; `click` resolves at the first byte.
 */
export async function follow(link: Locator): Promise<void> {
  await Promise.all([link.page().waitForEvent('domcontentloaded'), link.click()])
}

export const shownTexts = (page: Page) => page.locator('.comments .text').allTextContents()

/** Whether an item is fully visible in its scroll container. */
export function isInSight(page: Page, text: string): Promise<boolean> {
  return page
    .locator('.comments > li', { hasText: text })
    .last()
    .evaluate((item) => {
      const box = item.closest('.scroller')!.getBoundingClientRect()
      const { top, bottom } = item.getBoundingClientRect()
      return top >= box.top && bottom <= box.bottom + 1
    })
}

/** Holds requests until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Simulates the return to a hidden tab. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** The service worker is active and has filled its first cache. */
export const serviceWorkerReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active!.state === 'activated') return
    await new Promise((resolve) => active!.addEventListener('statechange', resolve))
  })

/** Call before the page opens. Resolves after the socket's first message. */
export async function followed(page: Page): Promise<WebSocket> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived')
  return socket
}

export async function chooseList(page: Page, language: Language | 'all'): Promise<void> {
  await page.getByRole('button', { name: t('listLanguage.label') }).click()
  const name = language === 'all' ? t('listLanguage.all') : languageNames[language]
  // `check` would skip a radio that is checked until the stored choice is applied.
  await page.getByRole('radio', { name }).click()
  await page.keyboard.press('Escape')
}

export async function touchChat(page: Page): Promise<void> {
  await page.locator('.chat').dispatchEvent('focusin')
  await page.locator('.chat:not([data-ssr])').waitFor({ state: 'attached' })
}

/**
 * Waits until the cached page, by default the day's, contains a text, in each language; otherwise the page's script would add it
 * later and move the list.
 */
export async function pageContains(app: App, text: string, path = '/'): Promise<void> {
  for (const language of languages) {
    const headers = { Cookie: `Language=${language}` }
    const read = async () => (await app.fetch(path, { headers })).text()
    await until(read, (page) => page.includes(text))
  }
}
