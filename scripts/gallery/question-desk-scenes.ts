import type { Page } from 'playwright-core'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { newId } from '../../src/worker/db/id.ts'
import { createPerson } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { insertPool, insertSuggestion, schedule } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { asRole } from './operator-scenes.ts'
import { press } from './gestures.ts'
import { after, type Scene } from './stage.ts'

const questions = asRole('editor', '/operator/questions', '.calendar-day')

const view = (number: number): Scene =>
  after(questions, (page) => page.locator('.questions-views button').nth(number).click())

const pool = view(1)

/** The first built-in question of the pool, opened. */
const entry = after(pool, async (page, { language }) => {
  await page.locator('.pool-filter select').selectOption('built-in')
  const hasText = texts[language]('questions.kind.built-in')
  await page.locator('.pool-line').filter({ hasText }).first().click()
  await page.locator('.pool-list .questions-actions').waitFor()
})

/** A day with a question that was scheduled, after pressing that many of its buttons from the left. */
const scheduledDay = (...actions: number[]): Scene =>
  after(
    async (stage) => {
      const editor = await personWithRole(stage.app, 'editor')
      for (const ahead of [4, 5]) {
        const poolId = newId()
        const question = { ja: '窓の外に何が見えますか？', en: 'What is outside your window?' }
        await insertPool(stage.app, { poolId, texts: question })
        await schedule(stage.app, editor, addDays(tokyoDay(stage.now), ahead), poolId)
      }
      return questions(stage)
    },
    async (page, { now }) => {
      const today = tokyoDay(now)
      await press(page, `[data-day="${addDays(today, 4)}"]`)
      for (const action of actions)
        await page.locator('.calendar-panel .questions-actions button').nth(action).click()
      const field = page.locator('.calendar-panel input[type="date"]')
      if (await field.isVisible()) {
        await field.fill(addDays(today, 5))
        await page.locator('.questions-warning').waitFor()
      }
    },
  )

const suggestions: Scene = async (stage) => {
  const { userId } = await createPerson(stage.app)
  const text = 'What did you see on your way home that you had never noticed before?'
  await insertSuggestion(stage.app, { suggestionId: newId(), userId, text })
  return after(view(2), (page) => page.locator('.pool-line').first().waitFor())(stage)
}

const file = (rows: string, shown: string): Scene =>
  after(view(3), async (page: Page) => {
    const buffer = Buffer.from(`ja,en,date\n${rows}`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'questions.csv', mimeType: 'text/csv', buffer })
    await page.locator(shown).first().waitFor()
  })

/** The editors' page of the desk. */
export const questionDeskScenes: Record<string, Scene> = {
  'operator-questions': questions,
  'operator-questions-day': after(questions, async (page) => {
    await page.locator('.calendar-day').nth(3).click()
    await page.locator('.calendar-panel .questions-actions').waitFor()
  }),
  'operator-questions-scheduled': scheduledDay(),
  'operator-questions-move': scheduledDay(2),
  'operator-questions-clear': scheduledDay(3),
  'operator-questions-pool': entry,
  'operator-questions-retire': after(entry, async (page) => {
    await page.locator('.pool-list .questions-actions button').nth(2).click()
    await page.locator('.questions-confirm').waitFor()
  }),
  'operator-questions-new': after(pool, async (page) => {
    await press(page, '.pool-new')
    await page.locator('.pool textarea').first().waitFor()
  }),
  'operator-questions-suggestions': suggestions,
  'operator-questions-decline': after(suggestions, async (page) => {
    await press(page, '.pool-line')
    await page.locator('.calendar-panel .questions-actions button').nth(1).click()
    await page.locator('.questions-confirm').waitFor()
  }),
  'operator-questions-import': view(3),
  'operator-questions-import-read': file(
    '表からの問い？,A question from a table?,\n朝いちばんの音は？,Which sound is your first of a morning?,\n',
    '.import-rows li',
  ),
  'operator-questions-import-problems': file(
    '表からの問い？,,\n,A question from a table?,2020-01-01\n',
    '.import-problems li',
  ),
}
