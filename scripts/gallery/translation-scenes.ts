import { startApp } from '../../harness/app.ts'
import { placeMixedRoom, settingsFor } from '../../harness/mixed-room.ts'
import { texts, visit } from '../../harness/steps/account-steps.ts'
import { knownTranslations } from '../../harness/translation-pairs.ts'
import { startTranslationServer } from '../../harness/translation-server.ts'
import type { Scene, Stage } from './stage.ts'

/** A room in both languages, on a site that translates. */
async function mixedRoom({ browser, language }: Stage) {
  const server = await startTranslationServer(knownTranslations)
  const app = await startApp({ vars: settingsFor(server) })
  await placeMixedRoom(app, 12)
  const someone = await visit(browser, app, language)
  await someone.page.goto('/')
  await someone.page.locator('.read:visible').first().waitFor()
  const close = async () => {
    await Promise.all([someone.close(), app.stop(), server.stop()])
  }
  return { ...someone, close, server }
}

const button = '.read:visible button'

export const translationScenes: Record<string, Scene> = {
  'room-mixed': mixedRoom,
  'room-question-in-both': async (stage) => {
    const someone = await mixedRoom(stage)
    await someone.page.locator('.other-language summary').click()
    await someone.page.locator('.other-language p').waitFor()
    return someone
  },
  'room-one-translated': async (stage) => {
    const someone = await mixedRoom(stage)
    await someone.page.locator(button).last().click()
    await someone.page.locator('.translation').waitFor()
    return someone
  },
  'room-not-translated': async (stage) => {
    const someone = await mixedRoom(stage)
    someone.server.behave('broken')
    await someone.page.locator(button).last().click()
    await someone.page.getByText(texts[stage.language]('post.notTranslated')).first().waitFor()
    return someone
  },
  'room-translated': async (stage) => {
    const someone = await mixedRoom(stage)
    const { page } = someone
    await page.locator('.room-button').click()
    await page.getByRole('switch').click()
    await page.locator('.translation').first().waitFor()
    return someone
  },
}
