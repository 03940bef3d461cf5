import { beforeAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { setQuestionTexts } from '../../harness/question-texts.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { fillComments, todaysQuestion } from '../../harness/steps/reading-steps.ts'

const app = await ownApp()
const test = journey(app, { allows: / 404 / })

beforeAll(async () => {
  const long = {
    ja: '勇気を出して話しかけた日のことを、'.repeat(8).slice(0, 120),
    en: 'courage '.repeat(15),
  }
  await setQuestionTexts(app.db, long)
  await fillComments(app, (await todaysQuestion(app)).questionId, 20)
})

const windows = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
]

const t = texts.ja

test.for(windows)(
  'a question of 120 characters leaves space for the comment list at $width px',
  async (viewport, { visit }) => {
    const { page } = await visit({ viewport })
    await page.goto('/')
    const box = (selector: string) => page.locator(selector).boundingBox()
    const [question, commentList, composer] = await Promise.all(
      ['#question', '.scroller', '.composer'].map(box),
    )
    expect(question!.x).toBeGreaterThanOrEqual(0)
    const isBeside = question!.x + question!.width <= commentList!.x
    const isAbove = question!.y + question!.height <= commentList!.y
    expect(isBeside || isAbove).toBe(true)
    expect(commentList!.height).toBeGreaterThan(100)
    expect(commentList!.y + commentList!.height).toBeLessThanOrEqual(composer!.y + 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  },
)

test('an error disappears as soon as its field is edited', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/login')
  const submit = page.getByRole('button', { name: t('login.submit'), exact: true })
  await submit.click()
  const email = page.getByLabel(t('field.email'))
  await page.getByText(t('error.emailEmpty'), { exact: true }).waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await email.press('k')
  await page.getByText(t('error.emailEmpty'), { exact: true }).waitFor({ state: 'detached' })
  expect(await email.getAttribute('aria-invalid')).toBeNull()
  await submit.click()
  await page.getByText(t('error.email'), { exact: true }).waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await email.press('e')
  await page.getByText(t('error.email'), { exact: true }).waitFor({ state: 'detached' })
  expect(await email.getAttribute('aria-invalid')).toBeNull()
})

test('a page that is not there is neither of the two in the navigation', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/no_such_page')
  expect(await page.locator('.links [aria-current]').count()).toBe(0)
  await page.goto('/recent_theme')
  expect(await page.locator('.links [aria-current]').count()).toBe(1)
})
