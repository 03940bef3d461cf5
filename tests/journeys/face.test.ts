import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { setQuestionTexts } from '../../harness/question-texts.ts'
import { fillComments, todaysQuestion } from '../../harness/steps/reading-steps.ts'

const app = await ownApp()
const test = journey(app)

const windows = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
]

test('a question of 120 characters leaves space for the comments, and the bar is whole, in every window', async ({
  visit,
}) => {
  await setQuestionTexts(app.db, {
    ja: '勇気を出して話しかけた日のことを、'.repeat(8).slice(0, 120),
    en: 'courage '.repeat(15),
  })
  await fillComments(app, (await todaysQuestion(app)).questionId, 20)
  const { page } = await visit()
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!
  for (const viewport of windows) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const message = `${viewport.width} px`
    const question = await box('#question')
    const comments = await box('.scroller')
    const composer = await box('.composer')
    expect(question.x, message).toBeGreaterThanOrEqual(0)
    const isBeside = question.x + question.width <= comments.x
    const isAbove = question.y + question.height <= comments.y
    expect(isBeside || isAbove, message).toBe(true)
    expect(comments.height, message).toBeGreaterThan(100)
    expect(comments.y + comments.height, message).toBeLessThanOrEqual(composer.y + 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect((await box('.bar .logo')).width, message).toBe(148)
    const isInline = viewport.width >= 768
    expect(await page.locator('.bar .links').isVisible(), message).toBe(isInline)
    expect(await page.locator('nav.bottom').isVisible(), message).toBe(!isInline)
  }
})
