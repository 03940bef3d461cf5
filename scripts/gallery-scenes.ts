import type { Page, Route } from 'playwright-core'
import { documentNames } from '../src/domain/legal-pages.ts'
import { questionPath } from '../src/domain/question.ts'
import { newId } from '../src/worker/db/id.ts'
import type { App } from '../harness/app.ts'
import type { Visit } from '../harness/browser.ts'
import {
  activated,
  codeTo,
  logIn,
  newEmail,
  PASSWORD,
  registered,
  texts,
  typeCode,
  visit,
} from '../harness/steps/account-steps.ts'
import {
  clearMaintenance,
  openers,
  setMaintenance,
  type DialogName,
} from '../harness/steps/dialog-openers.ts'
import {
  lookAgain,
  postAs,
  serviceWorkerReady,
  todaysQuestion,
  yesterdaysQuestion,
} from '../harness/steps/reading-steps.ts'
import { networkTo } from '../harness/network.ts'
import { createPeople } from '../harness/people.ts'
import { moderationScenes } from './gallery-moderation.ts'
import { operatorScenes } from './gallery-operator.ts'
import {
  after,
  guest,
  HOUR,
  LONG_NAME,
  person,
  rest,
  screen,
  type Scene,
  type Stage,
} from './gallery-stage.ts'
import { translationScenes } from './gallery-translation.ts'

const on =
  (name: 'empty' | 'full', path: string): Scene =>
  async (stage) => {
    const someone = await guest(stage, stage[name])
    await someone.page.goto(path)
    return rest(someone)
  }

const dialog =
  (name: DialogName): Scene =>
  async ({ browser, app, language }) => {
    if (name !== 'maintenance') return openers[name]({ browser, app, language })
    await setMaintenance(app)
    const someone = await openers.maintenance({ browser, app, language })
    await clearMaintenance(app)
    return someone
  }

const press = (page: Page, selector: string) => page.locator(selector).first().click()
const submit = (page: Page) => press(page, 'form [type="submit"]')
const never = (_: Route) => new Promise<void>(() => {})

async function details(stage: Stage): Promise<Visit> {
  const { questionId } = await yesterdaysQuestion(stage.app)
  return screen(questionPath(questionId))(stage)
}

async function addPost(stage: Stage, as: 'guest' | 'person' = 'person'): Promise<Visit> {
  const { questionId } = await todaysQuestion(stage.app)
  return screen(`/add_post?themeID=${questionId}`, as)(stage)
}

/** Signed in at today's question with so many own posts. */
const withPosts =
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

async function maintenance({ browser, app, language, now }: Stage): Promise<Visit> {
  await app.db
    .prepare("INSERT INTO maintenance_window VALUES ('auth', ?, ?)")
    .bind(now - HOUR, now + HOUR)
    .run()
  await app.setVars({})
  const someone = await visit(browser, app, language)
  await someone.page.goto('/')
  await someone.page.locator('dialog[open]').waitFor()
  await app.db.exec('DELETE FROM maintenance_window')
  await app.setVars({})
  return someone
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
  const later = now + 8 * HOUR
  await page.route('**/service/maintenance', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'server-timing': `clock;desc="${later}"` }
    await route.fulfill({ response, headers })
  })
  await page.clock.setFixedTime(later)
  await lookAgain(page)
  await page.locator('day-ended a').waitFor()
})

const newPosts = after(withPosts(0), async (page, { app }) => {
  await page.locator('.scroller').evaluate((box) => box.scrollTo(0, -1000))
  await page.waitForTimeout(400)
  const [someone] = await createPeople(app, 1, { username: `nagi-${newId().slice(0, 5)}` })
  await postAs(app, someone!, (await todaysQuestion(app)).questionId, 'こんばんは。')
  await page.locator('.pill').waitFor()
})

const offline = after(withPosts(1), async (page) => {
  await page.context().setOffline(true)
  await page.locator('.chat-notice:not(:empty)').waitFor()
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

const codeEntry: Scene = async (stage) => {
  const email = await registered(stage.app, newEmail())
  const someone = await guest(stage)
  await someone.page.addInitScript((e) => sessionStorage.setItem('EmailAddress', e), email)
  await someone.page.goto('/otp_email')
  return rest(someone)
}

/** Types the code that was mailed, which sends itself. */
async function passCode(page: Page, app: App, email: string, path: string): Promise<void> {
  await typeCode(page, await codeTo(app, email))
  await page.waitForURL(`**${path}**`)
}

const resetPassword: Scene = async (stage) => {
  const email = await activated(stage.app, newEmail())
  const someone = await guest(stage)
  await someone.page.goto('/forgot_password')
  await someone.page.locator('input[type="email"]').fill(email)
  await submit(someone.page)
  await someone.page.waitForURL('**/otp_email')
  await passCode(someone.page, stage.app, email, '/reset_password')
  return rest(someone)
}

const deletion: Scene = async (stage) => {
  const someone = await person(stage)
  await someone.page.goto('/delete_account/otp_email')
  await passCode(someone.page, stage.app, someone.email, '/delete_account_proceed')
  return rest(someone)
}

/** The provider keeps real time, and its tokens are young. */
const accountNotFound: Scene = async ({ browser, app, language, now }) => {
  await app.setClock(0)
  const someone = await openers.accountNotFound({ browser, app, language })
  await app.setClock(now - Date.now())
  return someone
}

const usernameDialog = after(screen('/profile', 'person'), async (page) => {
  await page.locator('.history-list .answer').first().waitFor()
  await press(page, '.profile-name .edit-icon')
  await page.locator('dialog[open]').waitFor()
})

/** By name, in the order of the gallery; scenes that change the day's posts come last. */
const othersMenu = after(screen('/', 'person'), async (page) => {
  await page.locator('.comments > li:not([data-own]) .post-menu summary').last().click()
  await page.locator('.post-menu button').first().waitFor()
})
const mutedOne = after(othersMenu, async (page) => {
  await page.locator('.post-menu button').nth(1).click()
  await page.locator('.post-notice p:not(:empty)').waitFor()
})

export const scenes: Record<string, Scene> = {
  ...translationScenes,
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
  login: screen('/login'),
  'login-errors': after(screen('/login'), async (page) => {
    await submit(page)
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  'login-refused': async (stage) => {
    const someone = await guest(stage)
    await logIn(someone.page, texts[stage.language], 'nobody@example.com')
    await someone.page
      .locator('.form-error:not(:empty), .field-error:not(:empty)')
      .first()
      .waitFor()
    return someone
  },
  'login-loading': async (stage) => {
    const someone = await guest(stage)
    await someone.page.route('**/user/login/**', never)
    await logIn(someone.page, texts[stage.language], 'kenji@example.com')
    return someone
  },
  signup: screen('/signup'),
  'signup-errors': after(screen('/signup'), async (page) => {
    await page.locator('input[type="email"]').fill('kenji@example.com')
    await page.locator('input[type="password"]').fill('Passw0rd')
    await submit(page)
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  'signup-taken': after(screen('/signup'), async (page, { app }) => {
    await page.locator('input[type="email"]').fill(await registered(app))
    await submit(page)
    await page.locator('.form-links-row').waitFor()
  }),
  'signup-terms': after(screen('/signup'), async (page) => {
    await page.locator('input[type="email"]').fill(newEmail())
    await page.locator('input[type="password"]').fill(PASSWORD)
    await submit(page)
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  code: codeEntry,
  'code-wrong': after(codeEntry, async (page) => {
    await page.locator('input[name="digit"]').first().click()
    await page.keyboard.type('000000')
    await page.locator('.form-error:not(:empty), .field-error:not(:empty)').first().waitFor()
  }),
  'signup-username': screen('/signup_username', 'person'),
  'forgot-password': screen('/forgot_password'),
  'forgot-password-code': screen('/forgot_password/otp_email'),
  'reset-password': resetPassword,
  'reset-password-errors': after(resetPassword, async (page) => {
    await page.locator('input[type="password"]').first().fill('Passw0rd!')
    await page.locator('input[type="password"]').last().fill('Passw0rd?')
    await submit(page)
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  'unlock-code': screen(`/unlock_code?token=${'a'.repeat(22)}`),
  'email-confirm': screen(`/email/confirm?token=${'a'.repeat(22)}`, 'person'),
  'email-confirm-dead': after(
    screen(`/email/confirm?token=${'a'.repeat(22)}`, 'person'),
    async (page) => {
      await submit(page)
      await page.locator('.form-error:not(:empty)').waitFor()
    },
  ),
  settings: screen('/account_settings', 'person'),
  'settings-social': screen('/account_settings', 'social'),
  email: screen('/email', 'person'),
  password: screen('/password', 'person'),
  gender: screen('/gender', 'person'),
  'year-of-birth': screen('/year_of_birth', 'person'),
  muted: after(mutedOne, async (page) => {
    await page.goto('/muted')
    await page.locator('.people li').waitFor()
  }),
  'muted-none': screen('/muted', 'person'),
  reading: screen('/reading', 'person'),
  suggest: screen('/suggest', 'person'),
  'notices-none': screen('/notices', 'person'),
  privacy: screen('/privacy', 'person'),
  reminder: screen('/reminder', 'person'),
  'reminder-end': screen(`/reminder/end?token=${'a'.repeat(22)}`),
  'delete-account': screen('/delete_account', 'person'),
  'delete-account-code': screen('/delete_account/otp_email', 'person'),
  'delete-account-proceed': deletion,
  'delete-account-errors': after(deletion, async (page) => {
    await submit(page)
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  profile: screen('/profile', 'person'),
  'profile-menu': after(screen('/profile', 'person'), (page) =>
    press(page, '.history-menu summary'),
  ),
  'profile-empty': async (stage) => {
    const someone = await person(stage, { username: LONG_NAME }, stage.empty)
    await someone.page.goto('/profile')
    return rest(someone)
  },
  'profile-loading': async (stage) => {
    const someone = await person(stage)
    await someone.page.route('**/comment/v1/comment?**', never)
    await someone.page.goto('/profile')
    await someone.page.waitForTimeout(600)
    return someone
  },
  'profile-failed': async (stage) => {
    const someone = await person(stage)
    await someone.page.route('**/comment/v1/comment?**', (route) => route.abort())
    await someone.page.goto('/profile')
    await someone.page.waitForTimeout(600)
    return someone
  },
  'not-found': screen('/no_such_page'),
  unavailable,
  'test-page': screen('/app/testPage?value=%E4%B8%80%E5%95%8F'),
  'dialog-logout': dialog('logout'),
  'dialog-feedback': dialog('feedback'),
  'dialog-update-info': dialog('updateInfo'),
  'dialog-login-required': dialog('loginRequired'),
  'dialog-account-not-found': accountNotFound,
  'dialog-verification-sent': dialog('verificationSent'),
  'dialog-report': dialog('report'),
  'dialog-report-illegal': after(dialog('report'), async (page) => {
    await page.locator('dialog[open] [value="illegal"]').check()
    await page.locator('dialog[open] [type="submit"]').click()
    await page.locator('dialog[open] .field-error:not(:empty)').first().waitFor()
  }),
  'dialog-username': usernameDialog,
  'dialog-username-errors': after(usernameDialog, async (page) => {
    await page.locator('dialog[open] input').fill('no spaces '.repeat(4))
    await page.locator('dialog[open] .field-error:not(:empty)').waitFor()
  }),
  'dialog-terms': dialog('terms'),
  'dialog-maintenance': maintenance,
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
    await page.clock.setFixedTime(now + 8 * HOUR)
    await lookAgain(page)
  }),
  'offline-nothing-read': nothingRead,
  'home-limit': withPosts(3),
  'dialog-delete-post': dialog('deletePost'),
  ...moderationScenes,
  ...operatorScenes,
}
