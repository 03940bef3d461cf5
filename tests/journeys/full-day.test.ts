import type { Page } from 'playwright-core'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { t } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  follow,
  postAs,
  todaysQuestion,
  touchChat,
} from '../../harness/steps/reading-steps.ts'

const app = await ownApp()
const test = journey(app)
const COMMENTS = 500

const { questionId } = await todaysQuestion(app)
await fillComments(app, questionId, COMMENTS)

const item = (page: Page, text: string | RegExp) =>
  page.locator('.comments > li', { hasText: text })
const menuOf = (page: Page, text: string) => item(page, text).last().locator('summary')

async function post(page: Page, text: string) {
  await page.locator('textarea').fill(text)
  await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
  await page.locator('.comments > [data-own]:not([data-pending])', { hasText: text }).waitFor()
}

/** Replaces each text as browsers' translators do: by elements of its own, also those that come later. */
const wrapTexts = () => {
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, textarea, font'))
        continue
      const font = document.createElement('font')
      font.appendChild(document.createElement('font')).textContent = text.data
      text.replaceWith(font)
    }
  }
  wrap(document.body)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) if (node.isConnected) wrap(node.parentNode!)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

test('a translator that replaces texts before or after the hydration breaks nothing', async ({
  visit,
  signedIn,
}) => {
  for (const moment of ['before', 'after']) {
    const guest = await visit()
    const { page } = await signedIn()
    for (const opened of [guest.page, page]) {
      await (moment === 'before' &&
        opened.addInitScript(`addEventListener('DOMContentLoaded', ${wrapTexts})`))
      await opened.goto('/')
      await touchChat(opened)
      if (moment === 'after') await opened.evaluate(wrapTexts)
    }
    const other = await createPerson(app)
    await postAs(app, other, questionId, `live ${moment}`)
    for (const opened of [guest.page, page]) await item(opened, `live ${moment}`).waitFor()
    await post(page, `own ${moment}`)
    await item(guest.page, `own ${moment}`).waitFor()
    const menu = menuOf(page, `own ${moment}`)
    await menu.click()
    await page.keyboard.press('Escape')
    await menu.click()
    await page.getByRole('button', { name: t('commentList.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('dialog.yes') })
      .click()
    for (const opened of [guest.page, page])
      await item(opened, `own ${moment}`).waitFor({ state: 'detached' })
    await menuOf(page, `live ${moment}`).click()
    await page.getByRole('button', { name: t('post.mute', { name: other.username }) }).click()
    await item(page, `live ${moment}`).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t('post.undo') }).click()
    await item(page, `live ${moment}`).waitFor()
    await guest.page.locator('.earlier').click()
    await item(guest.page, `answer ${COMMENTS - 60}`).waitFor()
    await guest.page.locator('textarea').fill('a')
    await guest.page.locator('.composer [type=submit]').click()
    await follow(guest.page.getByRole('dialog').getByRole('link').first())
  }
})
