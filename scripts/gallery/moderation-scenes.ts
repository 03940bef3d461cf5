import { questionPath } from '../../src/domain/question.ts'
import type { Page } from 'playwright-core'
import { DAY_S } from '../../src/domain/durations.ts'
import type { TestPerson } from '../../harness/people.ts'
import { createPerson } from '../../harness/people.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeTo } from '../../harness/outbox.ts'
import { texts, typeCode } from '../../harness/steps/account-steps.ts'
import {
  caseOf,
  decide,
  establishedPeople,
  grant,
  moderation,
  personWithRole,
  postOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { HELD_WORDS, after, guest, person, rest, screen, type Scene, type Stage } from './stage.ts'

const words = {
  ja: {
    post: 'この店の店長は本当に最低な人間です。',
    report: '特定の人を名指しで攻撃しています。',
    right: 'プライバシー',
    reason: '私の住んでいる場所がわかる書き方です。',
    appeal: '歌詞を引用しただけで、誰かを攻撃するつもりはありませんでした。',
  },
  en: {
    post: 'The manager of this shop is the worst person there is.',
    report: 'It attacks a person by name.',
    right: 'Privacy',
    reason: 'It is written so that people know where I live.',
    appeal: 'I quoted a song and meant no harm.',
  },
}

async function postBy(
  stage: Stage,
  author: TestPerson,
  text = words[stage.language].post,
  slot = 1,
) {
  const { questionId } = await todaysQuestion(stage.app)
  return postOf(stage.app, questionId, author, text, slot)
}

/** A request about a post, confirmed by its code. */
async function requestAbout({ app, language }: Stage, post: string): Promise<void> {
  const email = newEmail()
  const { right, reason } = words[language]
  const { body } = await moderation(app, 'POST /request', undefined, {
    kind: 'deletion',
    post,
    name: language === 'ja' ? '山田花子' : 'Hanako Yamada',
    email,
    contact: '03-0000-0000',
    right,
    reason,
    inGoodFaith: true,
    language,
  })
  const confirmation = { id: body[0].id, passcode: await codeTo(app, email) }
  await moderation(app, 'POST /request/confirm', undefined, confirmation)
}

/** Somebody with a notice of each kind. */
const notices: Scene = async (stage) => {
  const { app } = stage
  const someone = await person(stage)
  const moderator = await personWithRole(app, 'moderator')
  const others = await postBy(stage, await createPerson(app))
  await report(app, { ...someone }, others, 'spam')
  await decide(app, moderator, await caseOf(app, moderator, others), { action: 'hide' })
  const asked = await postBy(stage, { ...someone }, words[stage.language].appeal, 2)
  await requestAbout(stage, asked)
  const { caseId, version, requests } = await caseOf(app, moderator, asked)
  const [{ reference } = { reference: '' }] = requests
  await moderation(app, 'POST /request/inquiry', moderator, { caseId, version, reference })
  const held = await postBy(stage, { ...someone })
  for (const reporter of await establishedPeople(app, 4)) await report(app, reporter, held)
  await decide(app, moderator, await caseOf(app, moderator, held), {
    action: 'pause',
    until: Math.floor(stage.now / 1000) + 7 * DAY_S,
    explanation: texts[stage.language]('statement.harassment'),
  })
  await someone.page.goto('/notices')
  await someone.page.locator('.notice').first().waitFor()
  return rest(someone)
}

/** A moderator before a queue with a held post, reports, a request and earlier decisions. */
const desk: Scene = async (stage) => {
  const { app, language } = stage
  const author = await createPerson(app, { username: `suzu-${language}-${Date.now() % 10_000}` })
  const moderator = await personWithRole(app, 'operator')
  const earlier = await postBy(stage, author, texts[language]('composer.placeholder'))
  await report(app, await createPerson(app), earlier, 'spam')
  await decide(app, moderator, await caseOf(app, moderator, earlier), { action: 'warn' })
  const { questionId } = await todaysQuestion(app)
  const post = await postOf(app, questionId, author, words[language].post, 2)
  await requestAbout(stage, post)
  for (const reporter of await establishedPeople(app, 3))
    await moderation(app, 'POST /report', reporter, {
      commentId: post,
      category: 'harassment',
      words: words[language].report,
    })
  const someone = await person(stage)
  await grant(app, { ...someone }, 'moderator')
  await someone.page.goto('/operator/cases')
  await someone.page.locator('.desk-post').waitFor()
  return rest(someone)
}

/** A post of one's own that a filter holds. */
const held: Scene = async (stage) => {
  const someone = await person(stage)
  await someone.page.goto('/')
  await someone.page.locator('#post').fill(HELD_WORDS[stage.language])
  await someone.page.locator('question-composer .button').first().click()
  await someone.page.locator('.comments .held').waitFor()
  return someone
}

const choose = (choice: string) =>
  after(desk, async (page) => {
    await page.locator(`[data-choice="${choice}"]`).click()
    await page.locator('.desk-form').waitFor()
  })

async function fillRequest(page: Page, { language, app }: Stage): Promise<string> {
  const { right, reason } = words[language]
  const email = newEmail()
  const { questionId } = await todaysQuestion(app)
  const post = await postOf(app, questionId, await createPerson(app), words[language].post)
  const fields = { post, right, reason, name: 'Hanako', contact: '03-0000-0000', email }
  for (const [name, value] of Object.entries(fields))
    await page.locator(`[name="${name}"]`).fill(value)
  await page.locator('[name="inGoodFaith"]').check()
  await page.locator('form [type="submit"]').first().click()
  await page.locator('.address').waitFor()
  return email
}

/** Screens of moderation, for authors, requesters and moderators. */
export const moderationScenes: Record<string, Scene> = {
  notices,
  'notices-appeal': after(notices, async (page) => {
    await page.locator('.notice-form summary').first().click()
    await page.locator('.notice-form textarea').waitFor()
  }),
  request: screen('/request'),
  'request-errors': after(screen('/request'), async (page) => {
    await page.locator('form [type="submit"]').click()
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  'request-code': after(screen('/request'), fillRequest),
  'request-done': after(screen('/request'), async (page, stage) => {
    await typeCode(page, await codeTo(stage.app, await fillRequest(page, stage)))
    await page.locator('.reference').waitFor()
  }),
  desk,
  'desk-pause': choose('pause'),
  'desk-hide': choose('hide'),
  'desk-details': after(desk, async (page) => {
    for (const one of await page.locator('.desk-case details').all())
      await one.evaluate((details: HTMLDetailsElement) => (details.open = true))
  }),
  'desk-empty': async (stage) => {
    const someone = await person(stage, {}, stage.empty)
    await grant(stage.empty, { ...someone }, 'moderator')
    await someone.page.goto('/operator/cases')
    await someone.page.locator('.desk-empty').waitFor()
    return rest(someone)
  },
  'home-all-muted': after(screen('/', 'person'), async (page) => {
    await page.evaluate(() => {
      const items = document.querySelectorAll<HTMLElement>('.comments > li')
      localStorage.setItem('Muted', [...items].map((item) => item.dataset['userId']).join(' '))
    })
    await page.reload()
    await page.locator('.all-muted').waitFor()
  }),
  'home-held': held,
  'profile-held': after(held, async (page) => {
    await page.goto('/profile')
    await page.locator('.history-list .held').first().waitFor()
  }),
  'home-post-named': async (stage) => {
    const someone = await guest(stage)
    const { questionId } = await todaysQuestion(stage.app)
    const post = await stage.app.db
      .prepare('SELECT id FROM comment WHERE question_id = ?1 ORDER BY seq LIMIT 1 OFFSET 2')
      .bind(questionId)
      .first<string>('id')
    await someone.page.goto(`${questionPath(questionId)}#${post}`)
    await rest(someone)
    return someone
  },
}
