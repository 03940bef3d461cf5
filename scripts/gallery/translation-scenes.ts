import { startApp } from '../../harness/app.ts'
import { insertMixedPosts, settingsFor } from '../../harness/mixed-posts.ts'
import { texts, visit } from '../../harness/steps/account-steps.ts'
import { knownTranslations } from '../../harness/translation-pairs.ts'
import { startTranslationServer } from '../../harness/translation-server.ts'
import type { Scene, Stage } from './stage.ts'

/** A comment list in both languages, on a site that translates. */
async function mixedPosts({ browser, language }: Stage) {
  const server = await startTranslationServer(knownTranslations)
  const app = await startApp({ vars: settingsFor(server) })
  await insertMixedPosts(app, 12)
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
  'posts-mixed': mixedPosts,
  'question-in-both-languages': async (stage) => {
    const someone = await mixedPosts(stage)
    await someone.page.locator('.other-language summary').click()
    await someone.page.locator('.other-language p').waitFor()
    return someone
  },
  'post-translated': async (stage) => {
    const someone = await mixedPosts(stage)
    await someone.page.locator(button).last().click()
    await someone.page.locator('.translation').waitFor()
    return someone
  },
  'post-not-translated': async (stage) => {
    const someone = await mixedPosts(stage)
    someone.server.behave('broken')
    await someone.page.locator(button).last().click()
    await someone.page.getByText(texts[stage.language]('post.notTranslated')).first().waitFor()
    return someone
  },
  'posts-translated': async (stage) => {
    const someone = await mixedPosts(stage)
    const { page } = someone
    await page.locator('.language-button').click()
    await page.getByRole('switch').click()
    await page.locator('.translation').first().waitFor()
    return someone
  },
}
