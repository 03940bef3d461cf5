import { afterEach, describe, expect } from 'vitest'
import { PASSCODE_LIFETIME_MS, MAX_PASSCODE_ATTEMPTS } from '../../src/domain/passcode.ts'
import { sha256 } from '../../src/worker/keys/keyed-hash.ts'
import { journey, type VisitAs } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { codeTo, mailsTo } from '../../harness/outbox.ts'
import {
  codeRefused,
  registered,
  texts,
  typeCode,
  wrongCode,
} from '../../harness/steps/account-steps.ts'

const app = await ownApp({ vars: { LIMITS: '' } })
const test = journey(app, { allows: /^Failed to load resource|ERR_FAILED/ })

afterEach(() => app.setClock(0))

describe('with the limits of production', () => {
  const t = texts.ja

  /** Somebody on the code screen, and the code that was mailed. */
  async function opened(visit: VisitAs) {
    const someone = await visit()
    const email = await registered(app)
    await someone.page.goto('/login')
    await someone.page.evaluate((e) => sessionStorage.setItem('EmailAddress', e), email)
    await someone.page.goto('/otp_email')
    const code = await codeTo(app, email)
    // The first code sends itself.
    let tries = 0
    const confirm = async (typed: string) => {
      await typeCode(someone.page, typed)
      if (tries++ > 0) await someone.page.getByRole('button', { name: t('otp.confirm') }).click()
    }
    const refused = () => codeRefused(someone.page, t)
    return { ...someone, email, code, confirm, refused }
  }

  test('a second code within the minute is not sent, and the wait is counted down', async ({
    visit,
  }) => {
    const { page, email, code, confirm, close } = await opened(visit)
    const wait = page.locator('button.button-quiet[aria-disabled="true"]:not([aria-busy])')
    await wait.waitFor()
    await page.reload()
    await page.getByText(t('otp.alreadySent')).waitFor()
    const seconds = async () => Number(/[0-9]+/.exec((await wait.textContent()) ?? '')?.[0])
    const first = await seconds()
    expect(first).toBeLessThanOrEqual(60)
    await expect.poll(seconds).toBeLessThan(first)
    await wait.click({ force: true })
    expect(await mailsTo(app, email, 1)).toHaveLength(1)
    // A problem and a success message are never shown together.
    await confirm(wrongCode(code))
    await page.getByText(t('otp.failed')).waitFor()
    expect(await page.getByText(t('otp.alreadySent')).isVisible()).toBe(false)
    await close()
  })

  test('an expired code is refused', async ({ visit }) => {
    const { code, confirm, refused, close } = await opened(visit)
    await app.setClock(PASSCODE_LIFETIME_MS + 1000)
    await confirm(code)
    await refused()
    await close()
  })

  test('a code that expires on the last screen leads to a new one', async ({ visit }) => {
    const { page } = await visit()
    const email = await registered(app)
    await page.goto('/login')
    await page.evaluate((e) => sessionStorage.setItem('EmailAddress', e), email)
    await page.goto('/forgot_password/otp_email')
    // The next screen asks once more whether the code is valid.
    const askedAgain = page.waitForResponse(
      (response) =>
        response.url().includes('/user/key/available/') &&
        new URL(response.frame().url()).pathname === '/reset_password',
    )
    await typeCode(page, await codeTo(app, email))
    await page.waitForURL('**/reset_password?**')
    expect((await askedAgain).ok()).toBe(true)
    await app.setClock(PASSCODE_LIFETIME_MS + 1000)
    await page.getByLabel(t('field.newPassword'), { exact: true }).fill('N3w-passw0rd')
    await page.getByLabel(t('field.confirmPassword'), { exact: true }).fill('N3w-passw0rd')
    await page.getByRole('button', { name: t('resetPassword.submit') }).click()
    await page.getByText(t('resetPassword.codeDead')).waitFor()
    await page.getByRole('link', { name: t('resetPassword.newCode') }).click()
    await page.waitForURL('**/forgot_password/otp_email')
    await codeTo(app, email, 2)
  })

  test('a code that was used on another device is refused', async ({ visit }) => {
    const { email, code, confirm, refused, close } = await opened(visit)
    const used = await app.fetch('/service/auth/v1/user/status/activated', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, passcode: code, language: 'ja' }),
    })
    expect(used.status).toBe(202)
    await confirm(code)
    await refused()
    await close()
  })

  test('five wrong tries end a code, the right one included', async ({ visit }) => {
    const { page, code, confirm, refused, close } = await opened(visit)
    for (let attempt = 0; attempt < MAX_PASSCODE_ATTEMPTS; attempt++) {
      const checked = page.waitForResponse('**/user/key/available/**')
      await confirm(wrongCode(code))
      expect((await checked).ok()).toBe(false)
      await refused()
    }
    const checked = page.waitForResponse('**/user/key/available/**')
    await confirm(code)
    expect((await checked).status()).toBe(403)
    await page.getByText(t('otp.dead')).waitFor()
    await close()
  })

  test('a locked code entry is opened by the mailed link, once', async ({ visit }) => {
    const { page } = await visit()
    const email = await registered(app)
    const token = 'unlock-ja'
    await app.db
      .prepare(
        'INSERT INTO passcode_lock (user_id, failures, unlock_hash) SELECT id, 100, ?2 FROM user WHERE email_key = ?1',
      )
      .bind(email, await sha256(token))
      .run()
    // The mail of a locked account has a link: the dialog about it promises no code.
    expect(t('dialog.verificationSent.text', { email })).not.toMatch(/code|コード/)
    await page.goto(`/unlock_code?token=${token}`)
    await page.getByRole('button', { name: t('mailedLink.unlock.submit'), exact: true }).click()
    await page.getByText(t('mailedLink.unlock.done')).waitFor()
    expect(await page.getByText(t('mailedLink.unlock.lead')).count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: t('mailedLink.unlock.submit'), exact: true }).click()
    await page.getByText(t('mailedLink.unlock.dead')).waitFor()
    expect(await page.getByText(t('mailedLink.unlock.lead')).count()).toBe(0)
    expect(await page.getByRole('button', { name: t('mailedLink.unlock.submit') }).count()).toBe(0)
  })
})
