import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceNames } from '../../src/contract/bases.ts'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, type Browser } from '../../harness/browser.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeTo } from '../../harness/outbox.ts'
import { logIn, signUp, texts, typeCode, visit } from '../../harness/steps/account-steps.ts'
import { createPerson } from '../../harness/people.ts'
import {
  caseOf,
  decide,
  GROUND,
  noticesOf,
  personWithRole,
  postOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { callService } from '../../harness/steps/service-calls.ts'

const t = texts.ja
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each([
  ['at an address', false],
  ['in another worker', true],
])('with all services %s', (_, isBound) => {
  let app: App
  beforeAll(async () => {
    app = await startApp({ remote: 'all', isBound })
  })
  afterAll(() => app?.stop())

  it('somebody reads, signs up, posts, is read live, finds the post and leaves', async () => {
    const health = (await (await app.fetch('/healthz')).json()) as { results: { remote: string[] } }
    expect(health.results.remote.toSorted()).toEqual(serviceNames.toSorted())

    const reader = await visit(browser, app, 'ja')
    const socket = reader.page.waitForEvent('websocket')
    await reader.page.goto('/')
    await (await socket).waitForEvent('framereceived')

    const { page, close } = await visit(browser, app, 'ja')
    const email = newEmail()
    await signUp(page, t, email)
    await page.waitForURL('**/otp_email')
    await typeCode(page, await codeTo(app, email))
    await page.waitForURL('**/signup_username')
    await page.getByRole('link', { name: t('username.skip') }).click()
    await page.waitForURL(`${app.origin}/`)

    const text = '遠くのサービスから'
    await page.locator('textarea').fill(text)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    const shown = (on: typeof page) => on.locator('.comments .text', { hasText: text })
    await shown(reader.page).waitFor()

    await page.goto('/profile')
    await page.getByText(text).waitFor()

    await page.goto('/delete_account')
    await page.getByRole('link', { name: t('deleteAccount.sendCode') }).click()
    await page.waitForURL('**/delete_account/otp_email')
    await typeCode(page, await codeTo(app, email, 2))
    await page.waitForURL('**/delete_account_proceed?**')
    await page.getByLabel(t('deleteAccount.understood')).check()
    await page.getByRole('button', { name: t('deleteAccount.submit') }).click()
    await page.waitForURL(`${app.origin}/`)
    await shown(reader.page).waitFor({ state: 'detached' })
    expect(await app.db.prepare('SELECT count(*) AS n FROM user').first('n')).toBe(0)

    await logIn(page, t, email)
    await page.getByText(t('error.login')).waitFor()
    await close()
    await reader.close()
  })

  it('a team decides a case, suspends a person and reads the glance', async () => {
    const { questionId } = await todaysQuestion(app)
    const [author, reporter] = [await createPerson(app), await createPerson(app)]
    const moderator = await personWithRole(app, 'moderator')
    const operator = await personWithRole(app, 'operator')
    const post = await postOf(app, questionId, author)
    expect(await report(app, reporter, post)).toMatch(/^R-/)
    const found = await caseOf(app, moderator, post)
    expect((await decide(app, moderator, found, { action: 'hide' })).status).toBe(200)
    expect(await noticesOf(app, reporter)).toMatchObject([{ kind: 'outcome', outcome: 'upheld' }])
    const ban = { userId: author.userId, change: 'ban', ground: GROUND }
    const suspended = await callService(app, 'operator', 'POST /person/change', moderator, ban)
    expect(suspended.body).toMatchObject([{ suspension: { until: null } }])
    expect(await noticesOf(app, author)).toHaveLength(2)
    const glance = await callService(app, 'operator', 'GET /glance', operator)
    expect(glance.body).toMatchObject([{ cases: { open: 0, appealed: 0 } }])
    const refused = await callService(app, 'operator', 'GET /glance', moderator)
    expect(refused.status).toBe(403)
  })
})
