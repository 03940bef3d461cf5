import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/domain/language.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, type Browser } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { texts, visit } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  followed,
  postAs,
  shownTexts,
  todaysQuestion,
  visitSignedIn,
} from '../../harness/steps/reading-steps.ts'
import { networkIsIdle, scrollingIsIdle } from '../../harness/wait-until-idle.ts'

let app: App
let browser: Browser
let today: Required<Question>

beforeAll(async () => {
  browser = await openBrowser()
  app = await startApp()
  today = await todaysQuestion(app)
  await fillComments(app, today.questionId, 60)
})

afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

const post = async (text: string) => postAs(app, await createPerson(app), today.questionId, text)
const lastText = (page: Page) => page.locator('.comments .text').last()
const appears = (page: Page, text: string) =>
  page.locator('.comments .text', { hasText: text }).waitFor()

/** Waits until the page's socket has received the room's position. */
async function reader(language: (typeof languages)[number]) {
  const visited = await visit(browser, app, language, { reducedMotion: 'no-preference' })
  const socket = followed(visited.page)
  await visited.page.goto('/')
  await socket
  return visited
}

describe.each(languages)('a page that is open, in %s', (language) => {
  it('shows what others post and delete at once, and says so to a screen reader', async () => {
    const { page, problems, close } = await reader(language)
    const writer = await visitSignedIn(browser, app, language)
    await writer.page.goto('/')
    const text = `live in ${language}`
    await writer.page.locator('textarea').fill(text)
    await writer.page
      .getByRole('button', { name: texts[language]('composer.post'), exact: true })
      .click()
    await appears(page, text)
    expect(await lastText(page).textContent()).toBe(text)
    await expect.poll(() => page.locator('.announcer').textContent()).toContain(text)

    const item = writer.page.locator('.comments > li', { hasText: text })
    await item.locator('summary').click()
    await item.getByRole('button', { name: texts[language]('commentList.delete') }).click()
    const dialog = writer.page.getByRole('dialog')
    await dialog.getByRole('button', { name: texts[language]('dialog.yes') }).click()
    await page.locator('.comments .text', { hasText: text }).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await writer.close()
    await close()
  })

  it('never moves who reads further up: a pill counts, and leads to the newest', async () => {
    const { page, close } = await reader(language)
    const scroller = page.locator('.scroller')
    await scroller.evaluate((box) => box.scrollTo({ top: -400 }))
    await scrollingIsIdle(page)
    const place = () => page.locator('.comments > li').nth(40).boundingBox()
    const before = await place()
    await post(`first above in ${language}`)
    await post(`second above in ${language}`)
    const pill = page.locator('.pill')
    await expect
      .poll(() => pill.textContent())
      .toBe(texts[language]('commentList.new', { count: 2 }))
    expect((await place())?.y).toBeCloseTo(before?.y ?? NaN, 0)
    await pill.click()
    await pill.waitFor({ state: 'hidden' })
    // Hidden near the newest already, before the movement has ended.
    await expect.poll(() => scroller.evaluate((box) => Math.abs(box.scrollTop))).toBeLessThan(2)
    await close()
  })
})

describe('a tab out of sight', () => {
  const turn = (page: Page, isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)

  it('closes its socket and asks nothing, and catches up when it is looked at again', async () => {
    const { page, close } = await visit(browser, app, 'ja')
    await page.clock.install()
    const opening = followed(page)
    await page.goto('/')
    const socket = await opening
    await networkIsIdle(page)
    const closed = socket.waitForEvent('close')
    await turn(page, true)
    await closed
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('websocket', (other) => asked.push(other.url()))
    await post('out of sight')
    await page.clock.runFor(180_000)
    expect(asked.filter((url) => url.includes('/quest/'))).toEqual([])
    expect(await shownTexts(page)).not.toContain('out of sight')
    await turn(page, false)
    await appears(page, 'out of sight')
    await close()
  })
})

it('a comment comes with its writer’s picture, name and time; without a picture with the default one', async () => {
  const { page, close } = await reader('ja')
  const person = await createPerson(app, { pictureId: 'picture-of-the-test' })
  const other = await createPerson(app)
  await postAs(app, person, today.questionId, 'with a picture')
  await postAs(app, other, today.questionId, 'without a picture')
  const look = async (text: string) => {
    const item = page.locator('.comments > li', { hasText: text })
    const time = await item.locator('time').textContent()
    expect(time).toMatch(/^\d\d:\d\d$/)
    return [await item.locator('img').getAttribute('src'), await item.locator('b').textContent()]
  }
  for (const isServed of [false, true]) {
    if (isServed) await page.reload()
    await appears(page, 'without a picture')
    expect(await look('with a picture')).toEqual(['/picture/picture-of-the-test', person.username])
    expect(await look('without a picture')).toEqual(['/avatar.svg', other.username])
  }
  const list = page.locator('.comments')
  expect(await list.getAttribute('role')).toBe('list')
  expect(await list.evaluate((element) => element.closest('[aria-live], [role="log"]'))).toBe(null)
  await close()
})

describe('a page that missed something', () => {
  it('catches up after its room and shard were thrown out of memory and its socket closed', async () => {
    const { page, close } = await reader('ja')
    await app.evict('RoomShard', `${today.questionId}:0`, 'close')
    await app.evict('Room', today.questionId).catch((error: Error) => {
      // One that is not in memory is there already.
      expect(error.message).toContain('not currently running')
    })
    await post('while the socket is closed')
    await appears(page, 'while the socket is closed')
    await close()
  })

  it('catches up after half a minute without a network', async () => {
    const { page, close } = await visit(browser, app, 'ja')
    await page.clock.install()
    const socket = followed(page)
    await page.goto('/')
    await socket
    await page.context().setOffline(true)
    await app.evict('RoomShard', `${today.questionId}:0`, 'close')
    await post('in the tunnel')
    await page.clock.runFor(30_000)
    expect(await shownTexts(page)).not.toContain('in the tunnel')
    await page.context().setOffline(false)
    await page.clock.resume()
    await appears(page, 'in the tunnel')
    await close()
  })

  it('catches up after a restart of the server', async () => {
    const { page, close } = await reader('ja')
    await app.restart()
    await post('after the restart')
    await appears(page, 'after the restart')
    const server = await todaysQuestion(app)
    const newest = server.questionComments.map(({ text }) => text).slice(-20)
    await expect.poll(async () => (await shownTexts(page)).slice(-20)).toEqual(newest)
    await close()
  })

  it('asks by itself where there are no sockets', async () => {
    const visited = await visit(browser, app, 'ja')
    const { page } = visited
    await page.addInitScript(() => {
      Object.assign(window, {
        WebSocket: class extends EventTarget {
          constructor() {
            super()
            setTimeout(() => this.dispatchEvent(new Event('close')))
          }
          close() {}
        },
      })
    })
    await page.goto('/')
    await networkIsIdle(page)
    await post('without a socket')
    await appears(page, 'without a socket')
    await visited.close()
  })
})
