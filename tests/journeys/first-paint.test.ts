import { expect } from 'vitest'
import { newId } from '../../src/worker/db/id.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPeople, insertComments } from '../../harness/people.ts'
import { hold, pageContains, todaysQuestion } from '../../harness/steps/reading-steps.ts'

const app = await ownApp()
const test = journey(app)

test('own, muted and reported posts and the reached limit are marked before scripts and the first paint', async ({
  signedIn,
}) => {
  const { questionId } = await todaysQuestion(app)
  const { page, person } = await signedIn({ language: 'en' })
  const [muted, reported, other] = (await createPeople(app, 3)).map(({ userId }) => userId)
  const by = [other, muted, reported, person.userId, person.userId, person.userId] as string[]
  const placed = by.map((userId, index) => ({
    id: newId(),
    questionId,
    userId,
    slot: userId === person.userId ? index - 2 : 1,
    text: `投稿 ${index}`,
    createdAt: Date.now() - 60_000 + index,
  }))
  await insertComments(app, placed)
  // The browser reads the list again when it has loaded.
  await app.sql`INSERT INTO mute (user_id, muted_id, created_at)
    VALUES (${person.userId}, ${muted}, 0)`.run()
  await pageContains(app, placed.at(-1)!.id)
  await page.addInitScript((stored) => Object.assign(localStorage, stored), {
    Muted: muted!,
    Reported: placed[2]!.id,
  })
  const paint = Promise.withResolvers<void>()
  // The page itself has no request that holds the first paint.
  const style = '/_astro/hold.css'
  await page.addInitScript((href) => {
    new MutationObserver((_, observer) => {
      if (!document.head) return
      observer.disconnect()
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
      link.setAttribute('blocking', 'render')
      document.head.appendChild(link)
    }).observe(document, { childList: true, subtree: true })
  }, style)
  await page.route(`**${style}`, (route) =>
    paint.promise.then(() => route.fulfill({ contentType: 'text/css', body: '' })),
  )
  const load = await hold(page, '**/_astro/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('comments-end').waitFor({ state: 'attached' })

  const marks = () =>
    page.locator('.comments > li').evaluateAll((items) =>
      (items as HTMLElement[]).map(({ hidden, dataset, children }) => ({
        isHidden: hidden,
        isGrouped: [...children].some(
          (part) => part.matches('.who') && part.children[0]!.clientHeight === 1,
        ),
        isOwn: 'own' in dataset,
        isReported: 'reported' in dataset,
      })),
    )
  const plain = { isHidden: false, isGrouped: false, isOwn: false, isReported: false }
  const own = { ...plain, isOwn: true }
  const marked = [plain, { ...plain, isHidden: true }, { ...plain, isReported: true }]
  marked.push(own, { ...own, isGrouped: true }, { ...own, isGrouped: true })
  expect(await marks()).toEqual(marked)
  const paints = () => page.evaluate(() => performance.getEntriesByType('paint').length)
  expect(await paints()).toBe(0)

  paint.resolve()
  await expect.poll(paints).toBeGreaterThan(0)
  const isShown = (selector: string) => page.locator(selector).first().isVisible()
  expect(await page.locator('.comments .text:visible').allTextContents()).toEqual(
    [0, 3, 4, 5].map((index) => `投稿 ${index}`),
  )
  const [others, owns] = await page
    .locator('.comments .text:visible')
    .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().x))
  expect(owns).toBeGreaterThan(others!)
  expect([await isShown('.limit-notice'), await isShown('.composer-form')]).toEqual([true, false])
  expect(await page.locator('.chat[data-ssr]').count()).toBe(1)
  load()
  await page.locator('.chat:not([data-ssr])').waitFor({ state: 'attached' })
  await page.locator('.folded').waitFor()
  expect(await marks()).toEqual(marked)
  expect(await isShown('.composer-form')).toBe(false)
})
