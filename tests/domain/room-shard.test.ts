import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent, LiveMessage } from '../../src/contract/live-schemas.ts'
import { RoomShard } from '../../src/worker/live/room-shard.ts'
import { event } from './fake-durable-object.ts'

vi.mock('cloudflare:workers', () => import('./fake-durable-object.ts'))

class FakeSocket {
  frames: string[] = []
  send = (text: string) => void this.frames.push(text)
  closedWith: number | undefined
  close = (code: number) => void (this.closedWith = code)
  messages = () => this.frames.map((frame) => JSON.parse(frame) as LiveMessage)
}

let storage: Map<string, unknown>
let alarmAt: number | null
/** Looks at the alarm in storage. */
let looks: number
let sockets: FakeSocket[]
let now: number
/** Readers of the whole room, which it returns for a count; and a response that is still awaited. */
let everywhere: number
let pending: Promise<number> | undefined
/** The room's response to a shard that joins it. */
let joined: number | 'full'
/** The events that the room has kept. */
let kept: LiveEvent[]
let shard: RoomShard

beforeEach(() => {
  storage = new Map<string, unknown>([
    ['seq', 0],
    ['name', 'question:0'],
  ])
  ;[alarmAt, looks, now, everywhere] = [null, 0, 0, 0]
  sockets = []
  joined = 0
  kept = []
  pending = undefined
  vi.stubGlobal(
    'WebSocketRequestResponsePair',
    vi.fn(function pair() {}),
  )
  vi.stubGlobal('WebSocketPair', function pair() {
    return { 0: new FakeSocket(), 1: new FakeSocket() }
  })
  // Node's `Response` does not accept the status 101.
  vi.stubGlobal('Response', Object)
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const ctx = {
    setWebSocketAutoResponse() {},
    getWebSockets: () => sockets,
    acceptWebSocket: (socket: FakeSocket) => void sockets.push(socket),
    storage: {
      get: async (key: string) => storage.get(key),
      put: async (key: string, value: unknown) => void storage.set(key, value),
      deleteAll: async () => {
        storage.clear()
        alarmAt = null
      },
      getAlarm: async () => {
        looks++
        return alarmAt
      },
      setAlarm: async (time: number) => void (alarmAt = time),
    },
  }
  const room = {
    report: async () => pending ?? everywhere,
    join: async () => joined,
    recent: async () => kept,
  }
  const env = { ROOM: { idFromName: (name: string) => name, get: () => room } }
  shard = new RoomShard(ctx as never, env as never)
})

const fill = (count: number) => {
  sockets = Array.from({ length: count }, () => new FakeSocket())
  everywhere = count
}
/** Runs the alarm at its time. @returns seconds until then */
async function ring(): Promise<number> {
  const waited = (alarmAt! - now) / 1000
  now = alarmAt!
  alarmAt = null
  await shard.alarm()
  return waited
}
/** @param after the last event that the reader has */
async function come(after: number): Promise<FakeSocket> {
  await shard.fetch(new Request(`http://shard/question:0?after=${after}`))
  return sockets.at(-1)!
}
const leave = () => shard.webSocketClose(sockets.pop() as never, 1001, '', true)

describe('the events of a round', () => {
  it('go to each reader in one frame, the same text for all', async () => {
    fill(3)
    await shard.broadcast([event(1), event(2), event(3)])
    expect(sockets[0]!.messages()).toEqual([[event(1), event(2), event(3)]])
    expect(new Set(sockets.flatMap(({ frames }) => frames)).size).toBe(1)
    await shard.broadcast([event(2), event(3), event(4)])
    expect(sockets[0]!.messages().at(-1)).toEqual(event(4))
  })
})

describe('a reader who leaves', () => {
  it.each([
    ['gets its close frame answered', 1001, true, 1001],
    ['gets no answer to a code that nobody may send', 1005, true, 1000],
    ['gets none on a connection that broke', 1006, false, undefined],
  ])('%s', async (_, code, wasClean, closedWith) => {
    fill(1)
    const [socket] = sockets
    await shard.webSocketClose(socket as never, code, '', wasClean)
    expect(socket!.closedWith).toBe(closedWith)
    expect(alarmAt).not.toBeNull()
  })
})

describe('a reader who reconnects', () => {
  it('gets the events that were stored while the shard had no readers', async () => {
    fill(1)
    await shard.broadcast([event(1)])
    await leave()
    everywhere = 0
    await ring()
    joined = 3
    kept = [event(1), event(2), event(3)]
    const reader = await come(1)
    expect(reader.messages()).toEqual([[event(2), event(3)], { type: 'hello', seq: 3 }])
  })

  it('gets the events that all readers were told to ask for', async () => {
    fill(1)
    await shard.broadcast([event(1)])
    await shard.tellToCatchUp(3)
    kept = [event(1), event(2), event(3)]
    const reader = await come(1)
    expect(reader.messages()).toEqual([[event(2), event(3)], { type: 'hello', seq: 3 }])
  })
})

describe('the number of readers', () => {
  it('is sent to the room ten seconds after a change, and once a minute without one', async () => {
    fill(9)
    await leave()
    everywhere = 8
    expect(await ring()).toBe(10)
    expect(await ring()).toBe(60)
    await leave()
    expect(await ring()).toBe(10)
  })

  it('is sent only when it has changed, in a large room by two hundredths', async () => {
    fill(1_000)
    await leave()
    await ring()
    expect(sockets[0]!.messages()).toEqual([{ type: 'readers', count: 1_000 }])
    for (const count of [1_000, 990, 1_019]) {
      everywhere = count
      await ring()
    }
    expect(sockets[0]!.frames).toHaveLength(1)
    everywhere = 975
    await ring()
    expect(sockets[0]!.messages().at(-1)).toEqual({ type: 'readers', count: 975 })
  })

  it('reads storage once, however many readers leave together', async () => {
    fill(3_000)
    await Promise.all(Array.from({ length: 2_999 }, leave))
    expect(looks).toBe(1)
  })

  it('is sent again when a reader comes and leaves while an empty shard sends its count', async () => {
    fill(1)
    await leave()
    now = alarmAt!
    alarmAt = null
    const response = Promise.withResolvers<number>()
    pending = response.promise
    const empty = shard.alarm()
    // Somebody comes and goes while the room hears of nobody.
    fill(1)
    await leave()
    response.resolve(0)
    await empty
    fill(2)
    await leave()
    expect(alarmAt).not.toBeNull()
  })

  it('sends a reader who came during the last count away when other shards took the room', async () => {
    fill(1)
    await leave()
    now = alarmAt!
    alarmAt = null
    const response = Promise.withResolvers<number>()
    pending = response.promise
    const empty = shard.alarm()
    await new Promise((done) => setImmediate(done))
    fill(1)
    joined = 'full'
    response.resolve(0)
    await empty
    expect(sockets[0]!.closedWith).toBe(1013)
  })

  it('is sent again when a reader leaves while a count is sent', async () => {
    fill(5)
    await leave()
    now = alarmAt!
    alarmAt = null
    const alarm = shard.alarm()
    await leave()
    await alarm
    expect((alarmAt! - now) / 1000).toBe(10)
  })
})
