import { expect } from 'vitest'
import { journey, RESTART, type VisitAs } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { t } from '../../harness/steps/account-steps.ts'
import {
  chooseList,
  fillComments,
  followed,
  isInSight,
  pageContains,
  postAs,
  shownTexts,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { scrollingIsIdle } from '../../harness/wait-until-idle.ts'
import { crestOf } from '../../src/domain/crest.ts'

const app = await ownApp()
const test = journey(app, { allows: [/picture-of-the-test|ERR_INTERNET_DISCONNECTED/, RESTART] })

const today = await todaysQuestion(app)
await fillComments(app, today.questionId, 60)
await pageContains(app, 'answer 60')

const post = async (text: string) => postAs(app, await createPerson(app), today.questionId, text)

async function reader(visit: VisitAs) {
  const { page } = await visit({ reducedMotion: 'no-preference' })
  // Chance spreads the reconnections of many readers over seconds.
  await page.addInitScript(() => (Math.random = () => 0))
  const socket = followed(page)
  await page.goto('/')
  await socket
  const item = (text: string) => page.locator('.comments > li', { hasText: text })
  return { page, item }
}

test('an open page shows and counts what others post and delete, and moves nobody who reads further up', async ({
  visit,
  signedIn,
}) => {
  const { page, item } = await reader(visit)
  const writer = await signedIn({ person: { pictureId: 'picture-of-the-test' } })
  await writer.page.goto('/')
  // A read of the service may be of the second before.
  const count = (await app.sql`SELECT count(*) AS n FROM comment`.first<number>('n'))!
  const posts = (more: number) =>
    page
      .locator('.posts[data-for="all"]')
      .getByText(t('commentList.posts', { count: count + more }), { exact: true })
      .waitFor()
  await posts(0)
  const text = 'ただいまの投稿'
  await writer.page.locator('textarea').fill(text)
  await writer.page.getByRole('button', { name: t('composer.post'), exact: true }).click()
  await item(text).waitFor()
  await expect.poll(() => isInSight(page, text)).toBe(true)
  expect((await shownTexts(page)).at(-1)).toBe(text)
  await expect.poll(() => page.locator('.announcer').textContent()).toContain(text)
  await posts(1)
  expect(await item(text).locator('img').getAttribute('src')).toBe('/picture/picture-of-the-test')
  expect(await item(text).locator('b').textContent()).toBe(writer.person.username)
  expect(await item(text).locator('time').textContent()).toMatch(/^\d\d:\d\d$/)
  const list = page.locator('ol[role="list"].comments')
  expect(await list.evaluate((it) => it.closest('[aria-live], [role="log"]'))).toBe(null)

  const scroller = page.locator('.scroller')
  const top = (text: string) => item(text).evaluate((it) => it.getBoundingClientRect().top)
  await scroller.evaluate((box) => (box.scrollTop = -box.scrollHeight))
  await scrollingIsIdle(page)
  const oldest = (await shownTexts(page))[0]!
  const before = await top(oldest)
  await page.getByRole('link', { name: t('commentList.earlier') }).click()
  await expect.poll(async () => (await shownTexts(page))[0]).not.toBe(oldest)
  // The question folds, which moves the list's bar.
  await page.locator('html[data-far]').waitFor({ state: 'attached' })
  expect(await top(oldest)).toBeCloseTo(before, 0)

  await post('こんにちは、みなさん')
  const other = await createPerson(app)
  await postAs(app, other, today.questionId, 'Hello to everybody here')
  const pill = page.locator('.pill')
  await expect.poll(() => pill.textContent()).toBe(t('commentList.new', { count: 2 }))
  expect(await item('Hello to everybody').locator('img').getAttribute('src')).toBe(
    crestOf(other.userId),
  )
  expect(await top(oldest)).toBeCloseTo(before, 0)
  // English, as most posts are: the place stays.
  await chooseList(page, 'en')
  await expect.poll(() => pill.textContent()).toBe(t('commentList.new', { count: 1 }))
  await pill.click()
  await pill.waitFor({ state: 'hidden' })
  // The pill hides near the newest post, before scrolling ends.
  await expect.poll(() => scroller.evaluate((box) => Math.abs(box.scrollTop))).toBeLessThan(2)

  const own = writer.page.locator('.comments > li', { hasText: text })
  await own.locator('summary').click()
  await own.getByRole('button', { name: t('commentList.delete') }).click()
  const dialog = writer.page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('dialog.yes') }).click()
  await item(text).waitFor({ state: 'detached' })
  const focused = () => writer.page.evaluate(() => document.activeElement?.className)
  await expect.poll(focused).toBe('scroller')
  await chooseList(page, 'all')
  await posts(2)
})

test('a page catches up after its socket was closed, its network gone, the server restarted', async ({
  visit,
}) => {
  const { page, item } = await reader(visit)
  await app.evict('Room', today.questionId, 'close')
  await post('while the socket is closed')
  await item('while the socket is closed').waitFor()

  const offline = page.getByText(t('commentList.offline'))
  await page.context().setOffline(true)
  await offline.waitFor()
  await page.locator('.composer textarea').fill('written in the tunnel')
  const failed = page.waitForEvent('requestfailed')
  await page.locator('.composer-post').click()
  await failed
  // A press is answered also where the list says that it is offline.
  await page.getByRole('alert').waitFor()
  await app.evict('Room', today.questionId, 'close')
  await post('in the tunnel')
  await page.context().setOffline(false)
  await item('in the tunnel').waitFor()
  await offline.waitFor({ state: 'detached' })

  await app.restart()
  await post('after the restart')
  await item('after the restart').waitFor()
  const { questionComments } = await todaysQuestion(app)
  const newest = questionComments.map(({ text }) => text).slice(-20)
  await expect.poll(async () => (await shownTexts(page)).slice(-20)).toEqual(newest)
})
