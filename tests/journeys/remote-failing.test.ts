import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type App } from '../../harness/app.ts'
import { startProxy, type ServiceProxy, type Interfere } from '../../harness/service-proxy.ts'
import { openBrowser, type Browser } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { texts, visit } from '../../harness/steps/account-steps.ts'
import { postAs, todaysQuestion, visitSignedIn } from '../../harness/steps/reading-steps.ts'

const t = texts.ja
let app: App
let browser: Browser
let questions: ServiceProxy
let comments: ServiceProxy
beforeAll(async () => {
  app = await startApp({ remote: 'all', isBound: false })
  questions = await startProxy(app, 'question')
  comments = await startProxy(app, 'comment')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  await questions?.stop()
  await comments?.stop()
})

const says =
  (status: number): Interfere =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>no</h1>')
    return true
  }
const hangs: Interfere = () => true
const resets: Interfere = ({ socket }) => {
  socket.destroy()
  return true
}
/** The service does its work, and its answer is lost. */
const resetsAfterwards: Interfere = ({ socket }, response) => {
  response.writeHead = () => {
    socket.destroy()
    return response
  }
  return false
}

describe.each([
  ['answers 500', says(500)],
  ['hangs', hangs],
  ['resets', resets],
  ['resets after it has stored', resetsAfterwards],
])('a comment service that %s', (how, fails) => {
  it('costs nobody a text: it is kept, also over a reload, and posted once later', async () => {
    const { page, close, person } = await visitSignedIn(browser, app, 'ja')
    await page.goto('/')
    const field = page.getByRole('textbox', { name: t('composer.label') })
    const button = page.getByRole('button', { name: t('composer.post'), exact: true })
    await page.locator('.dots').getByText('○○○').waitFor()
    comments.interfere((request, response) =>
      request.method === 'POST' ? fails(request, response) : false,
    )
    const text = `${how} のあとで ${person.username}`
    await field.fill(text)
    await button.click()
    await page.getByText(t('composer.error.server')).waitFor()
    expect(await field.inputValue()).toBe(text)
    await page.reload()
    expect(await field.inputValue()).toBe(text)

    comments.interfere()
    await page.locator('.dots').getByText('○○').waitFor()
    await button.click()
    await page.getByText(t('composer.posted')).waitFor()
    expect(await field.inputValue()).toBe('')
    const stored = await app.db
      .prepare('SELECT text FROM comment WHERE user_id = ?')
      .bind(person.userId)
      .all<{ text: string }>()
    expect(stored.results).toEqual([{ text }])
    await close()
  })
})

describe.each([
  ['does not know sockets', says(404)],
  ['fails where a socket is asked for', says(501)],
  ['hangs where a socket is asked for', hangs],
])('a question service without events that %s', (how, fails) => {
  it('is asked by the pages themselves: what others post and delete comes and goes', async () => {
    questions.rewrite((body) => body.replaceAll(/"eventSeq":\d+,?/g, ''))
    let asked = 0
    questions.interfere((request, response) => {
      if (request.url!.includes('/question/events')) return says(404)(request, response)
      if (!request.url!.includes('/question/live')) return false
      asked++
      return fails(request, response)
    })
    const { page, close } = await visit(browser, app, 'ja')
    await page.goto('/')
    await expect.poll(() => asked).toBeGreaterThan(0)

    const person = await createPerson(app)
    const { questionId } = await todaysQuestion(app)
    const text = `${how} でも届く`
    await postAs(app, person, questionId, text)
    const shown = page.locator('.comments .text', { hasText: text })
    await shown.waitFor()

    const { results } = await app.db
      .prepare('SELECT id FROM comment WHERE user_id = ?')
      .bind(person.userId)
      .all<{ id: string }>()
    await app.fetch('/service/comment/v1/comment', {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json', Authorization: person.authorization },
      body: JSON.stringify({ commentId: results[0]!.id }),
    })
    await shown.waitFor({ state: 'detached' })
    await close()
  })
})
