import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import type { Socket } from 'node:net'
import { WebSocket, type ClientOptions } from 'ws'
import type { Question } from '../../src/contract/schemas.ts'
import type { LiveEvent, LiveMessage } from '../../src/contract/live-schemas.ts'
import type { App } from '../../harness/app.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPeople, createPerson, type TestPerson } from '../../harness/people.ts'
import { callService, resultsOf } from '../../harness/steps/service-calls.ts'

/** Random schedules; `npm run test:slow` runs more. */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 8)

const app = await ownApp()
const questionId = await app.todaysQuestionId()

/** A reader per the contract: applies events in order and requests missing ones. */
class Reader {
  readonly comments = new Map<string, string>()
  readonly readers: number[] = []
  seq = 0
  closed: Promise<number>
  #socket: WebSocket
  #work: Promise<void> = Promise.resolve()
  #opened: Promise<void>

  constructor(
    readonly live: App,
    readonly question: string,
    seq = 0,
  ) {
    this.seq = seq
    this.#socket = new WebSocket(addressOf(live, question), { origin: live.origin })
    this.#opened = new Promise((resolve, reject) => {
      this.#socket.once('message', () => resolve())
      this.#socket.once('error', reject)
    })
    this.closed = new Promise((resolve) => this.#socket.once('close', (code) => resolve(code)))
    this.#socket.on('message', (data) => {
      const text = String(data)
      if (text === 'pong') return
      const message = JSON.parse(text) as LiveMessage
      this.#work = this.#work.then(() => this.#take(message))
    })
  }

  ready = () => this.#opened
  send = (text: string) => this.#socket.send(text)
  close(code: number) {
    const { _socket: connection } = this.#socket as unknown as { _socket: Socket }
    const mask = [0, 0, 0, 0]
    connection.write(Buffer.from([0x88, 0x82, ...mask, code >> 8, code & 0xff]))
  }
  /** Disconnects, perhaps before the socket opens; events so far are applied. */
  async leave() {
    this.#opened.catch(() => undefined)
    this.#socket.terminate()
    await this.#work
  }

  async #take(message: LiveMessage) {
    if (Array.isArray(message)) for (const event of message) await this.#take(event)
    else if (message.type === 'readers') this.readers.push(message.count)
    else if (message.type === 'hello') await this.#catchUp(message.seq)
    else if (message.seq === this.seq + 1) this.#apply(message)
    else if (message.seq > this.seq + 1) await this.#catchUp(message.seq)
  }

  async #catchUp(until: number) {
    while (this.seq < until) {
      const missed = { questionId: this.question, after: this.seq }
      const line = 'GET /question/events'
      const events: LiveEvent[] = await resultsOf(this.live, 'question', line, undefined, missed)
      for (const event of events) this.#apply(event)
      if (events.length === 0) break
    }
  }

  #apply(event: LiveEvent) {
    expect(event.seq).toBe(this.seq + 1)
    this.seq = event.seq
    if (event.type === 'comment.deleted') this.comments.delete(event.commentId)
    else if (event.comment) this.comments.set(event.comment.commentId, event.comment.text)
  }

  async reached(seq: number) {
    await expect.poll(() => this.seq).toBeGreaterThanOrEqual(seq)
    await this.#work
    expect(this.seq).toBe(seq)
  }
}

async function post(person: TestPerson, text: string): Promise<string> {
  const comment = { questionId, text }
  const { status, body } = await callService(app, 'comment', 'POST /comment', person, comment)
  expect(status).toBe(200)
  return body[0].commentId
}

async function remove(person: TestPerson, commentId: string) {
  const { status } = await callService(app, 'comment', 'DELETE /comment', person, { commentId })
  expect(status).toBe(205)
}

const addressOf = (live: App, question: string) =>
  `${live.origin.replace('http', 'ws')}/service/quest/v1/question/live?questionId=${question}`

/** @returns the socket after its first message, or the status of the refusal */
function open(question: string, options: ClientOptions = {}): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(addressOf(app, question), { origin: app.origin, ...options })
    socket.once('message', () => resolve(socket))
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0))
    socket.once('error', reject)
  })
}

/** Evicts the object; succeeds if it is not in memory. */
async function evict(name: string) {
  await app
    .evict('Room', name)
    .catch((error: Error) => expect(error.message).toContain('not currently running'))
}

/** A room counts ten seconds after a change, or at once when it is rung. */
const counts = (reader: Reader, count: number) =>
  expect
    .poll(async () => {
      for (const room of [`${questionId}:1`, questionId]) await app.ring(room)
      return reader.readers.at(-1)
    })
    .toBe(count)

async function serverState() {
  const query = { questionId, findStatus: '1,2' }
  const line = 'GET /question/comment'
  const [question]: [Question] = await resultsOf(app, 'question', line, undefined, query)
  return {
    seq: question.eventSeq!,
    list: question.questionComments!.map(({ commentId, text }) => [commentId, text]),
  }
}

test('live comments: only this site may open the socket, and only ping may be sent', async () => {
  expect(await open(questionId, { origin: 'https://elsewhere.example' })).toBe(403)
  const reader = new Reader(app, questionId, (await serverState()).seq)
  await reader.ready()
  reader.send('ping')
  reader.send('anything else')
  expect(await reader.closed).toBe(1008)
})

test('live comments: one address opens 200 sockets to a question, not one more, while others may', async () => {
  const openFrom = (ip: string) => open(questionId, { headers: { 'CF-Connecting-IP': ip } })
  const crowd = await Promise.all(Array.from({ length: 200 }, () => openFrom('203.0.113.7')))
  expect(crowd.filter((socket) => typeof socket === 'number')).toEqual([])
  expect(await openFrom('203.0.113.7')).toBe(403)
  const other = await openFrom('203.0.113.8')
  expect(other).toBeInstanceOf(WebSocket)
  for (const socket of [...crowd, other]) if (socket instanceof WebSocket) socket.terminate()
})

test('live comments: readers receive their number', async () => {
  const { seq } = await serverState()
  const two = [new Reader(app, questionId, seq), new Reader(app, questionId, seq)]
  await Promise.all(two.map((reader) => reader.ready()))
  for (const reader of two) await counts(reader, 2)
  await two[0]!.leave()
  await counts(two[1]!, 1)
  await two[1]!.leave()
})

test('live comments: without an upgrade or with a malformed id the response is a catalogue error', async () => {
  const plain = await app.fetch(`/service/quest/v1/question/live?questionId=${questionId}`)
  expect(plain.status).toBe(400)
  expect(await plain.json()).toMatchObject({ errorCode: -1001 })
})

test('live comments: a reader catches up after a restart of the worker', async () => {
  const before = (await serverState()).seq
  const person = await createPerson(app)
  await post(person, 'nobody is listening')
  await app.restart()
  await post(person, 'nobody is listening still')
  const reader = new Reader(app, questionId, before)
  await reader.ready()
  await reader.reached((await serverState()).seq)
  expect([...reader.comments.values()]).toEqual([
    'nobody is listening',
    'nobody is listening still',
  ])
  await reader.leave()
})

test('live comments: over random schedules every reader ends with exactly the list of the server', async () => {
  type Step = { kind: 'post' | 'delete' | 'leave' | 'come' | 'evict'; who: number }
  const step = fc.record<Step>({
    kind: fc.constantFrom('post', 'post', 'post', 'delete', 'leave', 'come', 'evict'),
    who: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const start = await serverState()
      const known = () => new Reader(app, questionId, start.seq)
      const readers = new Map<number, Reader>([
        [0, known()],
        [1, known()],
      ])
      await Promise.all([...readers.values()].map((reader) => reader.ready()))
      const people = await createPeople(app, 4)
      const posts = people.map(() => [] as string[])
      const used = [0, 0, 0, 0]
      const left = new Map<number, { seq: number; comments: Map<string, string> }>()
      for (const { kind, who } of steps) {
        const person = people[who]!
        const own = posts[who]!
        if (kind === 'post' && own.length < 3 && used[who]! < 6) {
          used[who]!++
          own.push(await post(person, `${who} ${used[who]}`))
        } else if (kind === 'delete' && own.length > 0) {
          await remove(person, own.shift()!)
        } else if (kind === 'leave' && readers.has(who)) {
          const reader = readers.get(who)!
          await reader.leave()
          left.set(who, { seq: reader.seq, comments: new Map(reader.comments) })
          readers.delete(who)
        } else if (kind === 'come' && !readers.has(who)) {
          const state = left.get(who)
          const reader = new Reader(app, questionId, state?.seq ?? start.seq)
          for (const [id, text] of state?.comments ?? []) reader.comments.set(id, text)
          readers.set(who, reader)
        } else if (kind === 'evict') {
          await evict(questionId)
        }
      }
      const end = await serverState()
      const before = new Set(start.list.map(([id]) => id))
      const expected = end.list.filter(([id]) => !before.has(id!))
      for (const reader of readers.values()) {
        await reader.ready()
        await reader.reached(end.seq)
        expect([...reader.comments]).toEqual(expected)
        await reader.leave()
      }
    }),
    { numRuns: SCHEDULES },
  )
})

test.each([
  [4_000, 4_000],
  [1_004, 1_000],
  [5_000, 1_000],
])('a reader who closes with %s gets a close back', async (sent, received) => {
  const reader = new Reader(app, questionId)
  await reader.ready()
  reader.close(sent)
  expect(await reader.closed).toBe(received)
})

test('a full room overflows into another, and the last one refuses the next reader', async () => {
  await app.setVars({ LIMITS: 'raised readersPerQuestion=2' })
  const { seq } = await serverState()
  const two = [0, 1].map(() => new Reader(app, questionId, seq))
  for (const reader of two) await reader.ready()
  const third = new Reader(app, questionId, seq)
  await expect(third.ready()).rejects.toThrow('403')
  // File descriptors belong to the process, not to a question.
  const other = await app.sql`SELECT id FROM question WHERE id <> ${questionId}`.first<string>('id')
  await expect(new Reader(app, other!, 0).ready()).rejects.toThrow('403')
  const person = await createPerson(app)
  await post(person, 'for those who are in')
  for (const reader of two) await reader.reached(seq + 1)
  // Each counts in its own room, and an evicted overflow room loses nothing.
  for (const reader of two) await counts(reader, 2)
  await app.evict('Room', `${questionId}:1`)
  await post(person, 'after the eviction')
  for (const reader of two) await reader.reached(seq + 2)
  await two[1]!.leave()
  await counts(two[0]!, 1)
  await two[0]!.leave()
  await app.setVars({ LIMITS: 'raised' })
})
