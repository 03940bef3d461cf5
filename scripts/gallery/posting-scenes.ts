import { HOUR_MS } from '../../src/domain/durations.ts'
import { newId } from '../../src/worker/db/id.ts'
import {
  lookAgain,
  postAs,
  serviceWorkerReady,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { networkTo } from '../../harness/network.ts'
import { createPeople } from '../../harness/people.ts'
import { press } from './gestures.ts'
import { dialog } from './dialog-scenes.ts'
import { after, guest, person, rest, screen, type Scene } from './stage.ts'

/** Signed in at today's question with this many own posts. */
export const withPosts =
  (count: number): Scene =>
  async (stage) => {
    const someone = await person(stage)
    const { questionId } = await todaysQuestion(stage.app)
    const own =
      stage.language === 'ja'
        ? [
            '図書館の窓ぎわ。',
            '夕方の川べりを、犬より少しだけ速く歩きます。それだけで一日が静かに終わります。',
            'まだ考えています。',
          ]
        : [
            'By the library window.',
            'I walk by the river in the evening, a little faster than the dog. It is enough to end a day.',
            'Still thinking.',
          ]
    for (const text of own.slice(0, count)) {
      await postAs(stage.app, { ...someone }, questionId, text)
    }
    await someone.page.goto('/')
    return rest(someone)
  }

const newPosts = after(withPosts(0), async (page, { app }) => {
  await page.locator('.scroller').evaluate((box) => box.scrollTo(0, -1000))
  await page.waitForTimeout(400)
  const [someone] = await createPeople(app, 1, { username: `nagi-${newId().slice(0, 5)}` })
  await postAs(app, someone!, (await todaysQuestion(app)).questionId, 'こんばんは。')
  await page.locator('.pill').waitFor()
})

const offline = after(withPosts(1), async (page) => {
  await page.context().setOffline(true)
  await page.locator('.list-notice:not(:empty)').waitFor()
})

const refused = after(withPosts(0), async (page) => {
  await page.route('**/comment/v1/comment', (route) => route.abort())
  await page.locator('#post').fill('雨の音')
  await press(page, 'question-composer .button')
  await page.locator('.composer-note:not(:empty)').waitFor()
})

/** The home page was read before the connection went. */
const withoutConnection: Scene = async ({ browser, app, language }) => {
  const network = await networkTo(() => app.origin)
  const baseURL = network.origin
  const someone = await browser.visit({ baseURL, serviceWorkers: 'allow' })
  const { page } = someone
  await page.context().addCookies([{ name: 'Language', value: language, url: baseURL }])
  await page.goto('/')
  await serviceWorkerReady(page)
  network.cut()
  await page.goto('/')
  await page.locator('.last-read').waitFor()
  const close = async () => {
    await someone.close()
    await network.stop()
  }
  return { ...someone, close }
}

const nothingRead: Scene = async (stage) => {
  const someone = await guest(stage)
  await someone.page.route(`${stage.app.origin}/`, (route) => route.abort())
  await someone.page.goto('/offline')
  return rest(someone)
}

const othersMenu = after(screen('/', 'person'), async (page) => {
  await page.locator('.comments > li:not([data-own]) .post-menu summary').last().click()
  await page.locator('.post-menu button').first().waitFor()
})
export const mutedOne = after(othersMenu, async (page) => {
  await page.locator('.post-menu button').nth(1).click()
  await page.locator('.post-notice p:not(:empty)').waitFor()
})

/** Scenes that write posts of the day. */
export const postingScenes: Record<string, Scene> = {
  'home-refused': refused,
  'home-own-post': withPosts(1),
  'home-own-menu': after(withPosts(2), async (page) =>
    page.locator('.post-menu summary').last().click(),
  ),
  'home-others-menu': othersMenu,
  'home-muted': mutedOne,
  'home-offline': offline,
  'home-new-posts': newPosts,
  offline: after(withoutConnection, (page) =>
    page.locator('#post').fill('湯気の立つ、朝の味噌汁。'),
  ),
  'offline-slow': after(withoutConnection, (page) =>
    page.locator('main').evaluate((main) => (main.dataset['state'] = 'slow')),
  ),
  'offline-next-day': after(withoutConnection, async (page, { now }) => {
    await page.locator('#post').fill('湯気の立つ、朝の味噌汁。')
    await page.clock.setFixedTime(now + 8 * HOUR_MS)
    await lookAgain(page)
  }),
  'offline-nothing-read': nothingRead,
  'home-limit': withPosts(3),
  'dialog-delete-post': dialog('deletePost'),
}
