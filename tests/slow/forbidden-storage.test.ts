import { expect } from 'vitest'
import { sha256 } from '../../src/worker/keys/keyed-hash.ts'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes } from '../../harness/accessibility.ts'
import { phone } from '../../harness/browser.ts'
import { codeTo } from '../../harness/outbox.ts'
import { pagePaths } from '../../harness/page-paths.ts'
import { createPerson } from '../../harness/people.ts'
import { t, typeCode } from '../../harness/steps/account-steps.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { addYesterday } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await sharedApp()
await addYesterday(app)
const test = journey(app)

/** Makes both storages null or throwing, as browsers do. */
const forbidStorage = (isNull: boolean) => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        if (isNull) return null
        throw new DOMException('denied', 'SecurityError')
      },
    })
}
const isResponse = (problem: string) => problem.startsWith('Failed to load resource')

test('where the browser forbids storage, no page fails, links and a request work, and the rest says why it cannot', async ({
  visit,
}) => {
  const paths = await pagePaths(app)
  const walk = async () => {
    const { page, problems } = await visit()
    await page.addInitScript(forbidStorage, false)
    // `/offline`, which leaves for home by itself, is the last.
    for (let next = paths.shift(); next; next = paths.shift()) {
      const { name, path, isForPeople } = next
      await page.goto(path)
      if (isForPeople) await page.getByText(t('form.noStorage')).waitFor()
      await networkIsIdle(page)
      const found = problems.splice(0).filter((problem) => !isResponse(problem))
      expect([name, found]).toEqual([name, []])
    }
  }
  await Promise.all([walk(), walk()])

  const { userId } = await createPerson(app)
  const [unlock, end] = [`unlock-${userId}`, `end-${userId}`]
  await app.db.batch([
    app.sql`INSERT INTO passcode_lock (user_id, failures, unlock_hash)
      VALUES (${userId}, 100, ${sha256(unlock)})`,
    app.sql`INSERT INTO reminder
      VALUES (${userId}, 'mail', 20, 'Asia/Tokyo', 'ja', ${end}, 1, NULL)`,
  ])
  const { page } = await visit({ viewport: phone })
  await page.goto('/login')
  expect(await page.getByText(t('form.noStorage')).isVisible()).toBe(false)
  await page.addInitScript(forbidStorage, false)
  await page.goto(`/unlock_code?token=${unlock}`)
  await page.getByRole('button', { name: t('mailedLink.unlock.submit'), exact: true }).click()
  await page.getByText(t('mailedLink.unlock.done')).waitFor()
  await page.goto(`/reminder/end?token=${end}`)
  await page.getByRole('button', { name: t('mailedLink.reminderEnd.submit') }).click()
  await page.getByText(t('mailedLink.reminderEnd.done')).waitFor()
  const reminder = app.sql`SELECT due_at FROM reminder WHERE user_id = ${userId}`
  expect(await reminder.first('due_at')).toBeNull()

  const post = await postOf(app, await app.todaysQuestionId(), await createPerson(app))
  const email = 'requester@example.com'
  await page.goto(`/request?post=${post}`)
  const fields = { right: 'Privacy', reason: 'It names my street.', name: 'Hanako' } as const
  for (const [name, value] of Object.entries({ ...fields, contact: '03-0000-0000', email }))
    await page.getByLabel(t(`request.${name as keyof typeof fields}`)).fill(value)
  await page.getByLabel(t('request.goodFaith')).check()
  expect(await page.getByText(t('form.noStorage')).count()).toBe(0)
  await page.getByRole('button', { name: t('request.submit') }).click()
  await page.getByText(t('request.sentTo')).waitFor()
  await page.getByRole('button', { name: t('otp.resend') }).waitFor()
  await typeCode(page, await codeTo(app, email))
  await page.locator('.reference').waitFor()

  for (const isNull of [false, true]) {
    await page.addInitScript(forbidStorage, isNull)
    for (const path of ['/signup', '/forgot_password', '/login']) {
      await page.goto(path)
      await page.getByText(t('form.noStorage')).waitFor()
      expect(await page.locator('.no-storage ~ :visible').count()).toBe(0)
    }
  }
  expect(await findingsInBothSchemes(page)).toEqual([])
})
