import { HOUR_MS } from '../../src/domain/durations.ts'
import { documentNames } from '../../src/domain/legal-pages.ts'
import { questionPath, composerPath } from '../../src/domain/question.ts'
import type { Visit } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { lookAgain, todaysQuestion, yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'
import { press } from './gestures.ts'
import { withPosts } from './posting-scenes.ts'
import { after, guest, rest, screen, type Scene, type Stage } from './stage.ts'

const on =
  (name: 'empty' | 'full', path: string): Scene =>
  async (stage) => {
    const someone = await guest(stage, stage[name])
    await someone.page.goto(path)
    return rest(someone)
  }

async function details(stage: Stage): Promise<Visit> {
  const { questionId } = await yesterdaysQuestion(stage.app)
  return screen(questionPath(questionId))(stage)
}

async function addPost(stage: Stage, as: 'guest' | 'person' = 'person'): Promise<Visit> {
  const { questionId } = await todaysQuestion(stage.app)
  return screen(composerPath(questionId), as)(stage)
}

/** Answered while the database cannot be. */
const unavailable: Scene = async (stage) => {
  const someone = await guest(stage, stage.empty)
  await stage.empty.db.exec('ALTER TABLE question RENAME TO question_away')
  await someone.page.goto('/theme_details?themeID=away')
  await stage.empty.db.exec('ALTER TABLE question_away RENAME TO question')
  return rest(someone)
}

/** Home after midnight, on the clocks of the reader and of the server. */
const ended = after(screen('/'), async (page, { now }) => {
  const later = now + 8 * HOUR_MS
  await page.route('**/service/maintenance', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'server-timing': `clock;desc="${later}"` }
    await route.fulfill({ response, headers })
  })
  await page.clock.setFixedTime(later)
  await lookAgain(page)
  await page.locator('day-ended a').waitFor()
})

export const readingScenes: Record<string, Scene> = {
  home: screen('/'),
  'home-unactivated': screen('/', 'unactivated'),
  'profile-unactivated': screen('/profile', 'unactivated'),
  'home-landed': async (stage) => {
    const someone = await guest(stage)
    const { page } = someone
    const text = texts[stage.language]('resetPassword.done')
    await page.goto('/login')
    await page.evaluate(
      (kept) => sessionStorage.setItem('Notice', JSON.stringify({ text: kept })),
      text,
    )
    await page.goto('/')
    await page.locator('.page-notice:not(:empty)').waitFor()
    return rest(someone)
  },
  'home-typing': after(withPosts(0), async (page) =>
    page.locator('#post').fill('静かな朝に、湯が沸く音を聞きながら考えています。'.repeat(4)),
  ),
  'home-ended': ended,
  'home-first-day': on('empty', '/'),
  'home-full': on('full', '/'),
  recent: screen('/recent_theme'),
  'recent-first-day': on('empty', '/recent_theme'),
  details,
  'details-first-day': async (stage) =>
    on('empty', questionPath((await todaysQuestion(stage.empty)).questionId))(stage),
  'details-full': async (stage) =>
    on('full', questionPath((await todaysQuestion(stage.full)).questionId))(stage),
  'add-post': addPost,
  'add-post-guest': (stage) => addPost(stage, 'guest'),
  ...Object.fromEntries(
    documentNames.map((name): [string, Scene] => [`document-${name}`, screen(`/${name}`)]),
  ),
  'menu-guest': after(screen('/'), (page) => press(page, '.burger')),
  'menu-signed-in': after(screen('/', 'person'), (page) => press(page, '.burger')),
  'not-found': screen('/no_such_page'),
  unavailable,
  'test-page': screen('/app/testPage?value=%E4%B8%80%E5%95%8F'),
}
