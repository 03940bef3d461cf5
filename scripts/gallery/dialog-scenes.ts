import { HOUR_MS } from '../../src/domain/durations.ts'
import type { Visit } from '../../harness/browser.ts'
import { visit } from '../../harness/steps/account-steps.ts'
import {
  clearMaintenance,
  openers,
  setMaintenance,
  type DialogName,
} from '../../harness/steps/dialog-openers.ts'
import { press } from './gestures.ts'
import { after, screen, type Scene, type Stage } from './stage.ts'

export const dialog =
  (name: DialogName): Scene =>
  async ({ browser, app, language }) => {
    if (name !== 'maintenance') return openers[name]({ browser, app, language })
    await setMaintenance(app)
    const someone = await openers.maintenance({ browser, app, language })
    await clearMaintenance(app)
    return someone
  }

async function maintenance({ browser, app, language, now }: Stage): Promise<Visit> {
  await app.db
    .prepare("INSERT INTO maintenance_window VALUES ('auth', ?, ?)")
    .bind(now - HOUR_MS, now + HOUR_MS)
    .run()
  await app.restart()
  const someone = await visit(browser, app, language)
  await someone.page.goto('/')
  await someone.page.locator('dialog[open]').waitFor()
  await app.db.exec('DELETE FROM maintenance_window')
  await app.restart()
  return someone
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

export const dialogScenes: Record<string, Scene> = {
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
}
