import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { languages } from '../../src/domain/language.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { journey, RESTART, type VisitAs } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  followed,
  postAs,
  shownTexts,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { networkIsIdle, scrollingIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: [/picture-of-the-test|ERR_INTERNET_DISCONNECTED/, RESTART] })

let today: Required<Question>

beforeAll(async () => {
  today = await todaysQuestion(app)
  await fillComments(app, today.questionId, 60)
})

const post = async (text: string) => postAs(app, await createPerson(app), today.questionId, text)
const lastText = (page: Page) => page.locator('.comments .text').last()
const appears = (page: Page, text: string) =>
  page.locator('.comments .text', { hasText: text }).waitFor()

async function reader(visit: VisitAs, language: (typeof languages)[number]) {
  const visited = await visit({ language, reducedMotion: 'no-preference' })
  const socket = followed(visited.page)
  await visited.page.goto('/')
  await socket
  return visited
}

describe('a page that is open', () => {
  test('shows what others post and delete at once, and says so to a screen reader', async ({
    visit,
    signedIn,
  }) => {
    const { page, problems, close } = await reader(visit, 'ja')
    const writer = await signedIn()
    await writer.page.goto('/')
    const text = 'live in ja'
    await writer.page.locator('textarea').fill(text)
    await writer.page.getByRole('button', { name: texts.ja('composer.post'), exact: true }).click()
    await appears(page, text)
    expect(await lastText(page).textContent()).toBe(text)
    await expect.poll(() => page.locator('.announcer').textContent()).toContain(text)

    const item = writer.page.locator('.comments > li', { hasText: text })
    await item.locator('summary').click()
    await item.getByRole('button', { name: texts.ja('commentList.delete') }).click()
    const dialog = writer.page.getByRole('dialog')
    await dialog.getByRole('button', { name: texts.ja('dialog.yes') }).click()
    await page.locator('.comments .text', { hasText: text }).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await writer.close()
    await close()
  })

  test('never moves who reads further up: a pill counts, and leads to the newest', async ({
    visit,
  }) => {
    const { page, close } = await reader(visit, 'ja')
    const scroller = page.locator('.scroller')
    await scroller.evaluate((box) => box.scrollTo({ top: -400 }))
    await scrollingIsIdle(page)
    const place = () => page.locator('.comments > li').nth(40).boundingBox()
    const before = await place()
    await post('first above in ja')
    await post('second above in ja')
    const pill = page.locator('.pill')
    await expect.poll(() => pill.textContent()).toBe(texts.ja('commentList.new', { count: 2 }))
    expect((await place())?.y).toBeCloseTo(before?.y ?? NaN, 0)
    await pill.click()
    await pill.waitFor({ state: 'hidden' })
    // The pill hides near the newest post, before scrolling ends.
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

  test('closes its socket and asks nothing, and catches up when it is looked at again', async ({
    visit,
  }) => {
    const { page } = await visit()
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
  })
})

test('a comment comes with its writer’s picture, name and time; without a picture with the default one', async ({
  visit,
}) => {
  const { page, close } = await reader(visit, 'ja')
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
  test('catches up after its room was thrown out of memory and its socket closed', async ({
    visit,
  }) => {
    const { page, close } = await reader(visit, 'ja')
    await app.evict('Room', today.questionId, 'close')
    await post('while the socket is closed')
    await appears(page, 'while the socket is closed')
    await close()
  })

  test('catches up after half a minute without a network', async ({ visit }) => {
    const { page } = await visit()
    await page.clock.install()
    const socket = followed(page)
    await page.goto('/')
    await socket
    await page.context().setOffline(true)
    await app.evict('Room', today.questionId, 'close')
    await post('in the tunnel')
    await page.clock.runFor(30_000)
    expect(await shownTexts(page)).not.toContain('in the tunnel')
    await page.context().setOffline(false)
    await page.clock.resume()
    await appears(page, 'in the tunnel')
  })

  test('catches up after a restart of the server', async ({ visit }) => {
    const { page, close } = await reader(visit, 'ja')
    await app.restart()
    await post('after the restart')
    await appears(page, 'after the restart')
    const server = await todaysQuestion(app)
    const newest = server.questionComments.map(({ text }) => text).slice(-20)
    await expect.poll(async () => (await shownTexts(page)).slice(-20)).toEqual(newest)
    await close()
  })

  test('asks by itself where there are no sockets', async ({ visit }) => {
    const visited = await visit()
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
