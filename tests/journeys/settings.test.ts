import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { startPushServer, type PushServer } from '../../harness/push-server.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { mailsTo } from '../../harness/outbox.ts'
import { activated, logIn, texts } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const MENU = '/account_settings'
const screens = [
  MENU,
  '/email',
  '/email/confirm',
  '/password',
  '/gender',
  '/year_of_birth',
  '/privacy',
  '/reminder',
  '/profile',
  '/delete_account',
  '/delete_account/otp_email',
]

const app = await sharedApp()
const test = journey(app, { allows: / 406 / })

let push: PushServer

beforeAll(async () => {
  push = await startPushServer()
})

afterAll(async () => {
  await push?.stop()
})

async function open(page: Page, name: string, path: string): Promise<void> {
  await page.goto(MENU)
  await page.locator('main').getByRole('link', { name }).click()
  await page.waitForURL(`**${path}`)
}

const row = (userId: string) =>
  app.db
    .prepare('SELECT email, gender, birth_year FROM user WHERE id = ?')
    .bind(userId)
    .first<{ email: string; gender: number; birth_year: number }>()

describe('the settings', () => {
  const t = texts.ja
  const save = (page: Page) => page.getByRole('button', { name: t('settings.save') })
  const notice = (page: Page) => page.locator('.page-notice')
  const value = (page: Page, setting: string) => page.locator(`[data-value="${setting}"]`)
  const saved = (setting: 'gender' | 'birthYear' | 'password' | 'privacy') =>
    t('notice.saved', { setting: t(`settings.${setting}`) })
  const focusedSetting = (page: Page) =>
    page.evaluate(() => (document.activeElement as HTMLElement).dataset['setting'])

  test('saves the gender and goes back to its row, which is focused, shown and announced', async ({
    signedIn,
  }) => {
    const {
      page,
      person: { userId },
    } = await signedIn()
    await open(page, t('settings.gender'), '/gender')
    const none = page.getByLabel(t('gender.0'), { exact: true })
    await expect.poll(() => none.isChecked()).toBe(true)
    await page.getByLabel(t('gender.3')).check()
    await save(page).click()
    await page.waitForURL(`**${MENU}`)
    await expect.poll(() => notice(page).textContent()).toBe(saved('gender'))
    await expect.poll(() => focusedSetting(page)).toBe('gender')
    await expect.poll(() => value(page, 'gender').textContent()).toBe(t('gender.3'))
    expect((await row(userId))?.gender).toBe(3)
    await page.reload()
    expect(await page.evaluate(() => sessionStorage.getItem('Notice'))).toBeNull()
    expect(await notice(page).count()).toBe(0)
    await page.goto('/gender')
    await expect.poll(() => page.getByLabel(t('gender.3')).isChecked()).toBe(true)
  })

  test('shows what another device changed as soon as it is known, in every tab', async ({
    signedIn,
  }) => {
    const {
      page,
      person: { userId },
    } = await signedIn()
    await page.goto(MENU)
    await expect.poll(() => value(page, 'gender').textContent()).toBe(t('settings.unset'))
    const other = await page.context().newPage()
    await other.goto(MENU)
    await expect.poll(() => value(other, 'gender').textContent()).toBe(t('settings.unset'))
    await app.db
      .prepare('UPDATE user SET gender = 2, email = ?2 WHERE id = ?1')
      .bind(userId, 'moved@example.com')
      .run()
    await page.reload()
    for (const tab of [page, other]) {
      await expect.poll(() => value(tab, 'gender').textContent()).toBe(t('gender.2'))
      await expect.poll(() => value(tab, 'email').textContent()).toBe('moved@example.com')
    }
  })

  test('privacy: one switch of this browser, no call, one line in the console', async ({
    signedIn,
  }) => {
    const { page } = await signedIn()
    await open(page, t('settings.privacy'), '/privacy')
    const reports = page.getByRole('switch', { name: t('privacySetting.reports') })
    expect(await reports.isChecked()).toBe(true)
    const calls: string[] = []
    const lines: string[] = []
    await networkIsIdle(page)
    page.on('request', (request) => {
      if (request.url().includes('/service/')) calls.push(`${request.method()} ${request.url()}`)
    })
    page.on('console', (line) => lines.push(line.text()))
    await reports.uncheck()
    await save(page).click()
    await page.waitForURL(`**${MENU}`)
    await expect.poll(() => notice(page).textContent()).toBe(saved('privacy'))
    await expect.poll(() => focusedSetting(page)).toBe('privacy')
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
    expect(lines.filter((line) => line.startsWith('Privacy'))).toHaveLength(1)
    await page.goto('/privacy')
    await expect.poll(() => reports.isChecked()).toBe(false)
  })

  test('changes the e-mail address with the password and the link that goes to the new one', async ({
    visit,
  }) => {
    const email = await activated(app)
    const { page } = await visit()
    await logIn(page, t, email, { keep: false })
    await page.waitForURL(`${app.origin}/`)
    const idOf = (address: string) =>
      app.db.prepare('SELECT id FROM user WHERE email = ?').bind(address).first<string>('id')
    const userId = (await idOf(email))!
    await app.db.prepare('UPDATE session SET created_at = 0 WHERE user_id = ?').bind(userId).run()
    await open(page, t('settings.email'), '/email')
    const field = page.getByLabel(t('emailSetting.new'))
    const password = page.getByLabel(t('passwordSetting.current'), { exact: true })
    const submit = page.getByRole('button', { name: t('emailSetting.submit') })
    const address = newEmail()
    await password.fill(PASSWORD)
    await field.fill(address)
    await submit.click()
    await page.waitForURL(`**${MENU}`)
    await expect
      .poll(() => notice(page).textContent())
      .toBe(t('notice.emailSent', { email: address }))
    expect((await row(userId))?.email).toBe(email)
    const sessions = 'SELECT count(*) AS n FROM session WHERE user_id = ?'
    await expect.poll(() => app.db.prepare(sessions).bind(userId).first('n')).toBe(2)

    const [mail] = await mailsTo(app, address, 1)
    const link = /https?:\S+\/email\/confirm\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect.poll(() => page.url()).toBe(`${app.origin}/email/confirm`)
    await page.locator('.lead').getByText(address).waitFor()
    await page.getByRole('button', { name: t('emailConfirm.submit') }).click()
    await page.waitForURL(`**${MENU}`)
    await expect
      .poll(() => notice(page).textContent())
      .toBe(t('notice.emailChanged', { email: address }))
    await expect.poll(() => value(page, 'email').textContent()).toBe(address)
    expect((await row(userId))?.email).toBe(address)

    await page.goto(link)
    await page.getByRole('button', { name: t('emailConfirm.submit') }).click()
    await page.getByText(t('emailConfirm.dead')).waitFor()
    expect(await page.locator('.lead').count()).toBe(0)
    await page.getByRole('link', { name: t('emailConfirm.again') }).click()
    await page.waitForURL('**/email')
  })

  test('social users: Email and Password are switched off, and lead away', async ({ signedIn }) => {
    const { page } = await signedIn({ person: { social: true } })
    await page.goto(MENU)
    for (const name of [t('settings.email'), t('settings.password')]) {
      const entry = page.locator('main li a', { hasText: name })
      await expect.poll(() => entry.getAttribute('aria-disabled')).toBe('true')
      expect(await entry.getAttribute('href')).toBeNull()
    }
    await page.getByText(t('settings.providerManaged')).waitFor()
    for (const path of ['/email', '/password', '/email/confirm?token=x']) {
      await page.goto(path)
      await page.waitForURL(`**${MENU}`)
    }
    await open(page, t('settings.gender'), '/gender')
  })

  test('nobody signed in: to the login screen, and back after it', async ({ visit }) => {
    const email = await activated(app)
    const { page } = await visit()
    for (const path of screens) {
      await page.goto(path)
      await page.waitForURL(`**/login?next=${encodeURIComponent(path)}`)
    }
    await page.goto('/year_of_birth')
    await page.getByLabel(t('field.email')).fill(email)
    await page.getByLabel(t('field.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.waitForURL('**/year_of_birth')
  })

  test('asks for reminders in this browser and by mail, and ends them from the notification', async ({
    signedIn,
  }) => {
    const {
      page,
      person: { userId },
    } = await signedIn()
    const subscription = push.subscribe()
    // Chromium here has no push service, so `pushManager` is a stand-in.
    await page.addInitScript((given) => {
      const pushManager = {
        subscribe: async () => ({ toJSON: () => given }),
        getSubscription: async () => null,
      }
      Object.assign(window, { PushManager: Object })
      Notification.requestPermission = async () =>
        (sessionStorage.getItem('permission') as NotificationPermission) ?? 'denied'
      navigator.serviceWorker.getRegistration = async () => ({ pushManager }) as never
    }, subscription)
    const rowOf = () =>
      app.db
        .prepare(
          'SELECT channel, hour, time_zone, language, due_at FROM reminder WHERE user_id = ?',
        )
        .bind(userId)
        .first()
    await open(page, t('settings.reminder'), '/reminder')
    expect(await page.getByLabel(t('reminder.off')).isChecked()).toBe(true)
    await page.getByLabel(t('reminder.push')).check()
    await save(page).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toBe(t('reminder.denied'))
    await page.evaluate(() => sessionStorage.setItem('permission', 'granted'))
    await page.getByLabel(t('reminder.hour'), { exact: true }).selectOption('7')
    await page.getByLabel(t('reminder.timeZone')).selectOption('Europe/Berlin')
    await save(page).click()
    await page.waitForURL(`**${MENU}`)
    await expect
      .poll(() => notice(page).textContent())
      .toBe(t('notice.saved', { setting: t('settings.reminder') }))
    const saved = { hour: 7, time_zone: 'Europe/Berlin', language: 'ja' }
    expect(await rowOf()).toMatchObject({ channel: 'push', ...saved })

    await app.db
      .prepare('UPDATE reminder SET due_at = ?2, next_attempt_at = ?2 WHERE user_id = ?1')
      .bind(userId, Date.now() - 1000)
      .run()
    await app.triggerCron()
    const { message } = push.delivered.find(({ endpoint }) => endpoint === subscription.endpoint)!
    const { pathname, search, hash } = new URL(message.notification.actions[0].navigate)
    await page.goto(pathname + search + hash)
    await expect
      .poll(() => page.locator('.form-notice').textContent())
      .toBe(t('mailedLink.reminderEnd.done'))
    expect(await rowOf()).toMatchObject({ due_at: null })

    await open(page, t('settings.reminder'), '/reminder')
    await page.getByLabel(t('reminder.mail')).check()
    await save(page).click()
    await page.waitForURL(`**${MENU}`)
    await page.goto('/reminder')
    await expect.poll(() => page.getByLabel(t('reminder.mail')).isChecked()).toBe(true)
    const { token } = (await app.db
      .prepare('SELECT token FROM reminder WHERE user_id = ?')
      .bind(userId)
      .first<{ token: string }>())!
    await page.goto(`/reminder/end?token=${token}`)
    expect(await rowOf()).not.toMatchObject({ due_at: null })
    await page.getByRole('button', { name: t('mailedLink.reminderEnd.submit') }).click()
    await expect.poll(rowOf).toMatchObject({ due_at: null })
  })

  test('switching the language keeps the screen and what was typed', async ({ signedIn }) => {
    const { page } = await signedIn()
    const other = 'en'
    await open(page, t('settings.email'), '/email')
    await page.getByLabel(t('emailSetting.new')).fill('half@typ')
    await page.locator(`a[data-language="${other}"]`).click()
    await page.locator(`html[lang="${other}"]`).waitFor()
    await expect
      .poll(() => page.getByLabel(texts[other]('emailSetting.new')).inputValue())
      .toBe('half@typ')
  })
})
