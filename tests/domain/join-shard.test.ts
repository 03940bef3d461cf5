import { beforeEach, describe, expect, it, vi } from 'vitest'
import { joinShard } from '../../src/worker/live/join-shard.ts'
import { questionOf, shardName } from '../../src/worker/live/shard-name.ts'

type ShardResponse = { status: number; webSocket?: { accept(): void; close(): void } }

/** The response of each shard; every other one has room. */
let answers: Record<string, Promise<ShardResponse>>
let asked: string[]
let hinted: unknown[]
let timeouts: (() => void)[]
let closed: number
/** A question of its own for each test, since the shards worth asking are remembered. */
let question: string
let number = 0

const open = (): ShardResponse => ({
  status: 101,
  webSocket: { accept() {}, close: () => closed++ },
})

const env = {
  LOG_LEVEL: 'silent',
  SECRET: 'a secret of the tests, 43 characters or more, never used',
  ROOM_SHARD: {
    idFromName: (name: string) => name,
    get: (name: string, options: unknown) => ({
      fetch: async () => {
        asked.push(name)
        hinted.push(options)
        return answers[name] ?? open()
      },
    }),
  },
} as unknown as Env

const join = (continent?: string) => {
  const request = Object.assign(new Request('http://site/live'), { cf: { continent } })
  return joinShard(env, request, question, '')
}
const settle = () => new Promise((done) => setImmediate(done))

beforeEach(() => {
  question = `question-${number++}`
  answers = {}
  asked = []
  hinted = []
  timeouts = []
  closed = 0
  vi.stubGlobal('scheduler', { wait: () => new Promise<void>((end) => timeouts.push(end)) })
})

describe('a reader', () => {
  it.each([
    ['EU', 'weur'],
    ['AS', 'apac'],
    ['OC', 'apac'],
    ['SA', 'enam'],
  ])('from %s joins a shard that lives in %s', async (continent, region) => {
    expect((await join(continent)).status).toBe(101)
    expect(asked).toEqual([`${question}:${region}:0`])
    expect(hinted).toEqual([{ locationHint: region }])
  })

  it('from nowhere known joins a shard without a region', async () => {
    await join()
    await join('T1')
    expect(asked).toEqual([`${question}:0`, `${question}:0`])
    expect(hinted).toEqual([undefined, undefined])
  })

  it('goes to the next shard of the region when one is full, and the readers after it at once', async () => {
    answers[`${question}:weur:0`] = Promise.resolve({ status: 503 })
    await join('EU')
    await join('EU')
    await join('AS')
    expect(asked).toEqual(
      ['weur:0', 'weur:1', 'weur:1', 'apac:0'].map((shard) => `${question}:${shard}`),
    )
  })

  it('is refused at once when the room takes no further shard', async () => {
    answers[`${question}:weur:0`] = Promise.resolve({ status: 507 })
    expect((await join('EU')).status).toBe(503)
    expect(asked).toHaveLength(1)
  })

  it.each([404, 429])(
    'gets a %d of the first shard, and no other shard is asked',
    async (status) => {
      answers[`${question}:0`] = Promise.resolve({ status })
      expect((await join()).status).toBe(status)
      expect(asked).toHaveLength(1)
    },
  )
})

describe('a shard that hangs', () => {
  it('is passed over, by the next readers without waiting', async () => {
    const late = Promise.withResolvers<ShardResponse>()
    answers[`${question}:0`] = late.promise
    const first = join()
    await settle()
    timeouts[0]!()
    expect((await first).status).toBe(101)
    expect((await join()).status).toBe(101)
    expect(asked).toEqual([0, 1, 1].map((shard) => `${question}:${shard}`))
    late.resolve(open())
    await settle()
    expect(closed).toBe(1)
  })

  it('is one of two at most that a reader waits for', async () => {
    answers[`${question}:0`] = Promise.reject(new Error('restarted'))
    answers[`${question}:1`] = Promise.reject(new Error('restarted'))
    expect((await join()).status).toBe(503)
    expect(asked).toHaveLength(2)
  })
})

it('a shard’s name tells its question, with a region and without', () => {
  expect(questionOf(shardName('question', 'apac', 12))).toBe('question')
  expect(questionOf(shardName('question', undefined, 0))).toBe('question')
})
