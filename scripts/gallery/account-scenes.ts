import type { Page } from 'playwright-core'
import type { App } from '../../harness/app.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { codeTo } from '../../harness/outbox.ts'
import { activated, logIn, registered, texts, typeCode } from '../../harness/steps/account-steps.ts'
import { never, press, submit } from './gestures.ts'
import { mutedOne } from './posting-scenes.ts'
import { after, guest, LONG_NAME, person, rest, screen, type Scene } from './stage.ts'

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

export const accountScenes: Record<string, Scene> = {
  login: screen('/login'),
  'login-errors': after(screen('/login'), async (page) => {
    await submit(page)
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  'login-refused': async (stage) => {
    const someone = await guest(stage)
    await logIn(someone.page, texts[stage.language], 'nobody@example.com')
    await someone.page
      .locator('.form-error:not(:empty, [hidden]), .field-error:not(:empty)')
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
    await page
      .locator('.form-error:not(:empty, [hidden]), .field-error:not(:empty)')
      .first()
      .waitFor()
  }),
  'signup-username': screen('/signup_username', 'person'),
  'forgot-password': screen('/forgot_password'),
  'forgot-password-code': screen('/forgot_password/otp_email'),
  'reset-password': resetPassword,
  'reset-password-errors': after(resetPassword, async (page) => {
    await page.locator('input[type="password"]').first().fill(PASSWORD)
    await page.locator('input[type="password"]').last().fill('Passw0rd?')
    await submit(page)
    await page.locator('.field-error:not(:empty)').first().waitFor()
  }),
  'unlock-code': screen(`/unlock_code?token=${'a'.repeat(22)}`),
  'email-confirm': screen(`/email/confirm?token=${'a'.repeat(22)}#hanako@example.com`, 'person'),
  'email-confirm-dead': after(
    screen(`/email/confirm?token=${'a'.repeat(22)}`, 'person'),
    async (page) => {
      await submit(page)
      await page.locator('.form-error:not(:empty, [hidden])').waitFor()
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
}
