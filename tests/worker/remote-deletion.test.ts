import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type App } from '../../harness/app.ts'
import { startProxy, type ServiceProxy } from '../../harness/service-proxy.ts'
import { createPerson, insertComments, type TestPerson } from '../../harness/people.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

/** Longer than a page counts as fresh. */
const STALE = 3_200

let app: App
let questions: ServiceProxy
let comments: ServiceProxy
let accounts: ServiceProxy
let questionId: string
beforeAll(async () => {
  app = await startApp({ remote: 'all', isBound: false })
  questions = await startProxy(app, 'question')
  comments = await startProxy(app, 'comment')
  accounts = await startProxy(app, 'account')
  questionId = await todaysQuestionId(app)
})
afterEach(() => questions.interfere())
afterAll(async () => {
  await app?.stop()
  await questions?.stop()
  await comments?.stop()
  await accounts?.stop()
})

/** The next isolate finds only copies that the last one has stored. */
const restart = () => app.restart()
const fails = () =>
  questions.interfere((_, response) => {
    response.writeHead(500).end()
    return true
  })

const pages = () => ['/', '/en', `/theme_details?themeID=${questionId}`]
const texts = () => Promise.all(pages().map(async (path) => (await app.fetch(path)).text()))

async function insertPost(person: TestPerson, text: string): Promise<string> {
  const id = `id-of-${person.userId}`.slice(0, 32)
  const comment = { id, questionId, userId: person.userId, slot: 1, createdAt: Date.now() }
  await insertComments(app, [{ ...comment, text }])
  return id
}

/** Shows it on every page, stored for isolates that start, then lets one start. */
async function shownAndStored(text: string) {
  const isShown = async () => (await texts()).every((page) => page.includes(text))
  await expect.poll(isShown).toBe(true)
  // The second rendering is the first that is stored for others.
  await delay(STALE)
  expect(await isShown()).toBe(true)
  await restart()
}

const remove = (person: TestPerson, commentId: string) =>
  app.fetch('/service/comment/v1/comment', {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json', Authorization: person.authorization },
    body: JSON.stringify({ commentId }),
  })

test('copies of an isolate replace pages that cannot be read, while nothing is deleted', async () => {
  const text = 'left as it is'
  await insertPost(await createPerson(app), text)
  await shownAndStored(text)
  fails()
  for (const page of await texts()) expect(page).toContain(text)
})

describe.each([
  ['that names its question', false],
  ['that names none', true],
])('after a deletion by a comment service %s', (how, isSilent) => {
  beforeEach(() => {
    if (!isSilent) return
    comments.interfere(({ method }, response) => {
      // Deleted there, and said as the contract has it.
      if (method !== 'DELETE') return false
      app.db
        .exec("UPDATE comment SET deleted_at = 1, text = '' WHERE text LIKE 'taken back%'")
        .then(() => response.writeHead(205).end())
      return true
    })
  })

  test('no page shows the text again, from no isolate’s copy, also while nothing can be read', async () => {
    const person = await createPerson(app)
    const text = `taken back: ${how}`
    const id = await insertPost(person, text)
    await shownAndStored(text)
    const response = await remove(person, id)
    expect(response.status).toBe(205)
    expect(response.headers.get('Deleted-From')).toBe(null)
    fails()
    for (const page of await texts()) expect(page).not.toContain(text)
    await restart()
    for (const page of await texts()) expect(page).not.toContain(text)
    questions.interfere()
    await restart()
    for (const page of await texts()) expect(page).not.toContain(text)
  })

  test('an isolate that has the page in its memory renders it again at once', async () => {
    const person = await createPerson(app)
    const text = `taken back at once: ${how}`
    const id = await insertPost(person, text)
    const isShown = async () => (await texts()).every((page) => page.includes(text))
    await expect.poll(isShown).toBe(true)
    expect((await remove(person, id)).status).toBe(205)
    for (const page of await texts()) expect(page).not.toContain(text)
  })
})

test.each([
  ['names no question', () => ({})],
  ['names the question', () => ({ 'Deleted-From': `another,${questionId}` })],
  ['names what is no question', () => ({ 'Deleted-From': '<all of them>' })],
])('nor after an account is deleted by a service that %s', async (how, headers) => {
  const person = await createPerson(app)
  const text = `of somebody who left: ${how}`
  await insertPost(person, text)
  await shownAndStored(text)
  accounts.interfere((_, response) => {
    const gone = app.db.prepare('DELETE FROM user WHERE id = ?').bind(person.userId).run()
    gone.then(() => response.writeHead(205, headers()).end())
    return true
  })
  const response = await app.fetch('/service/account/v1/user/', {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json', Authorization: person.authorization },
    body: JSON.stringify({ passcode: '123456', language: 'ja' }),
  })
  expect([response.status, response.headers.get('Deleted-From')]).toEqual([205, null])
  fails()
  for (const page of await texts()) expect(page).not.toContain(text)
})

test('a deletion leaves pages without comments', async () => {
  comments.interfere()
  const path = '/recent_theme'
  await app.fetch(path)
  const person = await createPerson(app)
  const id = await insertPost(person, 'elsewhere')
  expect((await remove(person, id)).status).toBe(205)
  fails()
  await delay(STALE)
  const stale = await app.fetch(path)
  expect([stale.status, stale.headers.get('Cache-Status')]).toEqual([
    200,
    expect.stringContaining('detail=stale'),
  ])
})
