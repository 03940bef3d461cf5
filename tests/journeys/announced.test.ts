import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { setQuestionTexts } from '../../harness/question-texts.ts'
import { inProject } from '../../harness/local/run.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { languages, type Language } from '../../src/domain/language.ts'
import { desk } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { startScreenReader, type ScreenReader } from '../../harness/screen-reader.ts'
import { codeTo } from '../../harness/outbox.ts'
import { texts, visit } from '../../harness/steps/account-steps.ts'
import { postAs, todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { until } from '../../harness/until.ts'
import { networkIsIdle, pageIsIdle } from '../../harness/wait-until-idle.ts'

/**
 * Compares the announcements from sign-up to the first post with `docs/accessibility.md`, by keyboard alone.
 * `WALK=write` in the environment rewrites that part of the document.
 */
const FILE = inProject('docs/accessibility.md')

/** Each walk has a day without posts. */
const apps = { ja: await ownApp(), en: await ownApp() }
const test = journey(apps.ja)

for (const app of Object.values(apps)) {
  await app.fetch('/')
  await setQuestionTexts(app.db, {
    en: 'Where do you think best?',
    ja: '考えごとがいちばんはかどる場所は？',
  })
  // Beyond the age of cached pages.
  await app.setClock(2 * MINUTE_MS)
}

class Walk {
  readonly lines: string[] = []
  readonly #page: Page
  readonly #reader: ScreenReader

  constructor(page: Page, reader: ScreenReader) {
    this.#page = page
    this.#reader = reader
  }

  /**
   * Waits until announcements and focus settle, then records both.
   * @param isAnswered waits for an announcement, however late
   */
  async hear(done: string, isAnswered = false): Promise<void> {
    const said: string[] = []
    const isQuiet = async () => {
      // The page may navigate meanwhile.
      await pageIsIdle(this.#page).catch(() => {})
      const heard = await this.#reader.said()
      said.push(...heard)
      return heard.length === 0 && (said.length > 0 || !isAnswered)
    }
    await until(isQuiet)
    const focus = await this.#reader.focus()
    const heard = [...said, focus].join('; ').replace(/= "user-\w+"/, '= "a username"')
    this.lines.push(`${done.padEnd(14)} ${heard}`)
  }

  async press(key: string, times = 1): Promise<void> {
    for (let count = 0; count < times; count++) {
      await this.#page.keyboard.press(key)
      await this.hear(key)
    }
  }

  async pressForAnswer(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
    await this.hear(key, true)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    await this.hear(`type ${text}`)
  }

  async arrive(path: string): Promise<void> {
    await this.#page
      .waitForURL((url) => url.pathname === path)
      .catch(() => Promise.reject(new Error(`not at ${path}:\n${this.lines.join('\n')}`)))
    await networkIsIdle(this.#page)
    this.lines.push('', `page "${await this.#page.title()}"`)
    this.lines.push(...(await this.#reader.outline()).map((part) => `  ${part}`))
  }

  async until(heard: RegExp, most = 20): Promise<void> {
    for (let count = 0; count < most; count++) {
      await this.press('Tab')
      if (heard.test(this.lines.at(-1)!)) return
    }
    throw new Error(`never heard ${heard}: ${this.lines.join('\n')}`)
  }
}

async function walk(page: Page, language: Language): Promise<string[]> {
  const app = apps[language]
  const email = `${language}@example.com`
  const reader = await startScreenReader(page)
  const steps = new Walk(page, reader)
  await page.goto('/signup')
  await steps.arrive('/signup')
  await steps.hear('(arrives)')
  await steps.pressForAnswer('Enter')
  await steps.type(email)
  await steps.until(new RegExp(texts[language]('field.password')))
  await steps.type('Kumoyam4')
  await steps.pressForAnswer('Enter')
  await steps.type('!')
  await steps.until(/checkbox/)
  await steps.press('Space')
  await steps.until(new RegExp(`button "${texts[language]('signup.submit')}"`))
  await page.keyboard.press('Enter')
  await steps.arrive('/otp_email')
  await steps.hear('(arrives)')
  await page.keyboard.type(await codeTo(app, email))
  await page.locator('input[name="username"]:focus').waitFor()
  await steps.hear('type 6 digits')
  await page.keyboard.press('Enter')
  await steps.arrive('/')
  await steps.until(/textbox/)
  await steps.type(language === 'ja' ? '風呂場です。' : 'In the bath.')
  await steps.pressForAnswer('Control+Enter')
  const other = await createPerson(app, { username: language === 'ja' ? 'sora' : 'nora' })
  const { questionId } = await todaysQuestion(app)
  await postAs(app, other, questionId, language === 'ja' ? '各駅停車です。' : 'On a slow train.')
  await page.locator('.comments > li').nth(1).waitFor()
  await steps.hear('(another posts)', true)
  return steps.lines
}

const part = (language: Language) =>
  new RegExp(`(<!-- walk ${language} -->\n\n\`\`\`text\n)[^]*?(\n\`\`\`\n\n<!-- /walk -->)`)

test.concurrent.for(languages)(
  'sign-up and a first post are announced in %s as the document says',
  async (language, { browser, opened }) => {
    const { page } = opened(await visit(browser, apps[language], language, { viewport: desk }))
    const heard = (await walk(page, language)).join('\n').trim()
    const document = readFileSync(FILE, 'utf8')
    if (process.env['WALK'] === 'write') {
      writeFileSync(
        FILE,
        document.replace(part(language), (_, start, end) => `${start}${heard}${end}`),
      )
    }
    const [whole = '', start = '', end = ''] = part(language).exec(document) ?? []
    const written = whole.slice(start.length, whole.length - end.length)
    if (process.env['WALK'] !== 'write') expect(heard).toBe(written)
  },
)
