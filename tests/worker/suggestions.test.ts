import { describe, expect, it } from 'vitest'
import { sharedApp } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { deskCall, schedule } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { callService, exportOf } from '../../harness/steps/service-calls.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'

const app = await sharedApp()
const editor = await personWithRole(app, 'editor')
const operator = await personWithRole(app, 'operator')

const suggest = (person: TestPerson, text: string, isCredited = true) =>
  callService(app, 'comment', 'POST /suggestion', person, { text, isCredited })
const own = async (person: TestPerson) =>
  (await callService(app, 'comment', 'GET /suggestion', person)).body as Record<string, unknown>[]
const waiting = async () =>
  (await deskCall(app, 'GET /suggestion', editor, { limit: 100 })).body as {
    suggestionId: string
    text: string
  }[]
const idOf = async (text: string) =>
  (await waiting()).find((one) => one.text === text)!.suggestionId

const choosing = (suggestionId: string, en = 'What has ended?') => {
  const written = { texts: { ja: `${en}の問い？`, en }, topicId: 'morning', suggestionId }
  return deskCall(app, 'POST /question', editor, written)
}
const GONE = { errorCode: -1023, field: 'suggestionId' }
let days = 30
async function choose(suggestionId: string, en: string): Promise<string> {
  const added = await choosing(suggestionId, en)
  expect(added.status).toBe(200)
  const { poolId, source } = added.body[0]
  expect(source).toBe('suggestion')
  const day = addDays(tokyoDay(Date.now()), days++)
  const questionId = await schedule(app, editor, day, poolId)
  const past = addDays(day, -400)
  await app.sql`UPDATE question SET day = ${past}, preview_at = ${tokyoDayStart(past)}
    WHERE id = ${questionId}`.run()
  return questionId
}
const deletePerson = async ({ userId, username }: { userId: string; username: string }) => {
  const input = { userId, username, why: 'Asked for it.' }
  const { status } = await callService(app, 'operator', 'DELETE /person', operator, input)
  expect(status).toBe(205)
}
const pageOf = async (questionId: string) =>
  (await app.fetch(`/en/theme_details?themeID=${questionId}`)).text()

describe('a suggestion', () => {
  it('is one a day, and the same text sent again is the same', async () => {
    const person = await createPerson(app)
    const first = await suggest(person, '  What   made you smile?  ')
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject([
      { text: 'What made you smile?', lang: 'en', isCredited: true, state: 'waiting' },
    ])
    expect((await suggest(person, 'What made you smile?')).body).toEqual(first.body)
    const second = await suggest(person, 'What made you cry?')
    expect(second.status).toBe(403)
    expect(second.body).toMatchObject({ errorCode: -1021 })
    expect(await own(person)).toEqual(first.body)
    await app.db.exec(`UPDATE suggestion SET day = '2026-01-01' WHERE user_id = '${person.userId}'`)
    expect((await suggest(person, '最近、笑ったことは？')).body).toMatchObject([{ lang: 'ja' }])
    expect(await own(person)).toHaveLength(2)
  })

  it('stays one when several are sent at once', async () => {
    const person = await createPerson(app)
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) => suggest(person, `Which of ${index}?`)),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await own(person)).toHaveLength(1)
  })

  it('can be withdrawn while it waits, which frees its day, and not once it is decided', async () => {
    const person = await createPerson(app)
    const withdraw = (suggestionId: unknown) =>
      callService(app, 'comment', 'DELETE /suggestion', person, { suggestionId })
    const [first] = (await suggest(person, 'What did you forgte?')).body
    expect((await withdraw(first.suggestionId)).status).toBe(205)
    expect(await own(person)).toEqual([])
    expect((await withdraw(first.suggestionId)).body).toMatchObject({ errorCode: -1022 })
    expect((await choosing(first.suggestionId)).body).toMatchObject(GONE)
    const [second] = (await suggest(person, 'What did you forget?')).body
    const declined = await deskCall(app, 'PUT /suggestion/decline', editor, {
      suggestionId: second.suggestionId,
    })
    expect(declined.status).toBe(202)
    expect((await withdraw(second.suggestionId)).body).toMatchObject({ errorCode: -1022 })
    expect(await own(person)).toMatchObject([{ state: 'declined' }])
  })

  it.each([
    ['nothing', '   '],
    ['more than a card holds, in Japanese', '何'.repeat(81)],
    ['more than a card holds, in English', 'what '.repeat(40)],
  ])('is refused with %s', async (_, text) => {
    const response = await suggest(await createPerson(app), text)
    expect(response.status).toBe(406)
    expect(response.body).toMatchObject({ errorCode: -1023, field: 'text' })
  })

  it('sends a notice once it is chosen, credits the present username, and loses the name with the account', async () => {
    const person = await createPerson(app)
    await suggest(person, 'What will you keep?')
    const suggestionId = await idOf('What will you keep?')
    const questionId = await choose(suggestionId, 'What will you keep from today?')
    expect(await own(person)).toMatchObject([{ state: 'chosen' }])
    const notices = (await callService(app, 'moderation', 'GET /notice', person)).body
    expect(notices).toMatchObject([
      { kind: 'suggestion', text: 'What will you keep?', isRead: false },
    ])
    const username = `renamed-${person.userId.slice(0, 8)}`
    await callService(app, 'user', 'PUT /user/username', person, { newUsername: username })
    expect(await pageOf(questionId)).toContain(`Suggested by ${username}`)
    expect(JSON.parse(await exportOf(app, person, 'json'))).toMatchObject({
      moderation: { suggestions: [{ text: 'What will you keep?', state: 'chosen' }] },
    })
    await deletePerson({ ...person, username })
    const left = await app.sql`SELECT count(*) AS n FROM suggestion
      WHERE user_id = ${person.userId}`.first('n')
    expect(left).toBe(0)
    const call = await app.fetch(`/service/quest/v1/question/comment?questionId=${questionId}`)
    const text = await call.text()
    expect([text.includes('What will you keep from today?'), text.includes(username)]).toEqual([
      true,
      false,
    ])
    await expect.poll(() => pageOf(questionId)).not.toContain(username)
    expect(await pageOf(questionId)).toContain('What will you keep from today?')
  })

  it('names nobody who did not ask for it', async () => {
    const person = await createPerson(app)
    await suggest(person, 'What is quiet?', false)
    const questionId = await choose(await idOf('What is quiet?'), 'What is quiet where you are?')
    const page = await pageOf(questionId)
    expect([page.includes('What is quiet where you are?'), page.includes(person.username)]).toEqual(
      [true, false],
    )
  })

  it('names nobody who is banned', async () => {
    const person = await createPerson(app)
    await suggest(person, 'What is loud?')
    const questionId = await choose(await idOf('What is loud?'), 'What is loud where you are?')
    const read = async () =>
      (await app.fetch(`/service/quest/v1/question/comment?questionId=${questionId}`)).text()
    expect(await read()).toContain(person.username)
    await app.sql`INSERT INTO ban (id, user_id, starts_at)
      VALUES ('ban of ' || ${person.userId}, ${person.userId}, 1)`.run()
    await expect.poll(read).not.toContain(person.username)
  })

  it('is decided once', async () => {
    const person = await createPerson(app)
    await suggest(person, 'What is over?')
    const suggestionId = await idOf('What is over?')
    expect(JSON.stringify(await waiting())).not.toContain(person.username)
    const decline = () => deskCall(app, 'PUT /suggestion/decline', editor, { suggestionId })
    expect((await decline()).status).toBe(202)
    expect((await decline()).status).toBe(404)
    expect((await choosing(suggestionId)).body).toMatchObject(GONE)
    expect((await own(person))[0]).toMatchObject({ state: 'declined' })
    expect((await callService(app, 'moderation', 'GET /notice', person)).body).toEqual([])
  })
})
