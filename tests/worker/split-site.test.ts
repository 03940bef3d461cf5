import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { languages } from '../../src/domain/language.ts'
import { startApp, type App } from '../../harness/app.ts'
import { expectError } from '../../harness/expect-error.ts'
import { createPerson, insertComments } from '../../harness/people.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

/** What a reader, a person and an operator see of one worker is what they see of two. */
describe.each([
  ['by address', false],
  ['by binding', true],
])('a site whose services are all in another worker, reached %s,', (_, isBound) => {
  let app: App
  let questionId: string
  beforeAll(async () => {
    app = await startApp({ remote: 'all', isBound })
    questionId = await todaysQuestionId(app)
  })
  afterAll(() => app?.stop())

  it('draws the cards of the day with its own cron', async () => {
    await app.triggerCron()
    const { objects } = await app.r2.list({ prefix: `card/${questionId}/` })
    expect(objects).toHaveLength(languages.length)
  })

  it('compares the stored pictures with the database', async () => {
    const operator = await personWithRole(app, 'operator')
    const { status, body } = await callService(app, 'operator', 'POST /picture/check', operator)
    expect([status, body]).toEqual([200, [{ strays: [], missing: [], next: null }]])
  })

  it.each(['html', 'json'])('saves a person’s posts as %s', async (format) => {
    const person = await createPerson(app)
    const post = { questionId, userId: person.userId, slot: 1, createdAt: Date.now() }
    await insertComments(app, [{ ...post, id: `saved-as-${format}`, text: `saved as ${format}` }])
    const response = await app.fetch(
      `/service/comment/v1/comment/export?language=en&format=${format}`,
      { headers: { Authorization: person.authorization } },
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Disposition')).toMatch(
      new RegExp(`^attachment; filename="ichimon-[0-9-]{10}\\.${format}"$`),
    )
    expect(await response.text()).toContain(`saved as ${format}`)
  })

  it('reads encoded addresses, and refuses with the field, as one worker does', async () => {
    const encoded = await app.fetch('/service/quest/v1/questionn%61ire?status=1')
    expect(encoded.status).toBe(200)
    await expectError(await app.fetch('/picture/a.b'), 'dataNotFound')
    const { authorization } = await createPerson(app)
    const post = await app.fetch('/service/comment/v1/comment', {
      method: 'POST',
      headers: {
        Authorization: authorization,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'k'.repeat(65),
      },
      body: JSON.stringify({ questionId, text: 'with a long key' }),
    })
    await expectError(post, 'dataNotAvailable', 'idempotency-key')
  })

  it('keeps a reader’s socket in the region of the reader', async () => {
    const address = app.origin.replace('http', 'ws')
    const socket = new WebSocket(
      `${address}/service/quest/v1/question/live?questionId=${questionId}`,
      // Miniflare reads `request.cf` from this header, as workerd does on Cloudflare's own machines.
      { origin: app.origin, headers: { 'MF-CF-Blob': JSON.stringify({ continent: 'AS' }) } },
    )
    await new Promise((resolve, reject) => {
      socket.once('message', resolve)
      socket.once('error', reject)
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await app.evict('RoomShard', `${questionId}:apac:0`, 'close')
    await closed
  })
})
