import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../../src/contract/live-schemas.ts'
import { RecentEvents } from '../../src/worker/live/recent-events.ts'
import { Room } from '../../src/worker/live/room.ts'
import { event } from './fake-durable-object.ts'

vi.mock('cloudflare:workers', () => import('./fake-durable-object.ts'))

/** A question's events in D1, and how often they are read. */
let stored: number
let reads: number
let storage: Map<string, unknown>
let alarmAt: number | undefined
let shards: Record<string, FakeShard>
let timeouts: (() => void)[]
/** Pauses between rounds, milliseconds. */
let pauses: number[]

/** A shard that may fail, hang or be behind. */
class FakeShard {
  seq = 0
  received: number[] = []
  told: number[] = []
  mode: 'works' | 'fails' | 'hangs' = 'works'

  async broadcast(events: LiveEvent[]): Promise<number> {
    if (this.mode === 'fails') throw new Error('restarted')
    if (this.mode === 'hangs') return new Promise(() => undefined)
    if ((events[0]?.seq ?? 0) > this.seq + 1) return this.seq
    for (const { seq } of events.filter(({ seq }) => seq > this.seq)) {
      this.received.push(seq)
      this.seq = seq
    }
    return this.seq
  }

  async tellToCatchUp(seq: number): Promise<number> {
    this.told.push(seq)
    return (this.seq = seq)
  }
}

function startRoom(): Room {
  const ctx = {
    waitUntil: () => undefined,
    storage: {
      get: async (key: string) => storage.get(key),
      put: async (key: string, value: unknown) => void storage.set(key, value),
      setAlarm: async (time: number) => void (alarmAt = time),
    },
  }
  const statement = (sql: string) => ({
    bind: (_: string, after = 0) => ({
      all: async () => {
        reads++
        const rows = Array.from({ length: stored }, (_, index) => index + 1)
        return {
          results: rows
            .filter((seq) => seq > after)
            .slice(0, 200)
            .map((seq) => ({ seq, kind: 'deleted', comment_id: `comment-${seq}` })),
        }
      },
      first: async () => {
        if (!sql.includes('event_seq')) throw new Error(sql)
        reads++
        return { event_seq: stored }
      },
    }),
  })
  const env = {
    LOG_LEVEL: 'silent',
    SECRET: 'a secret of the tests, 43 characters or more, never used',
    DB: { prepare: statement },
    ROOM_SHARD: { idFromName: (name: string) => name, get: (name: string) => shards[name] },
  }
  return new Room(ctx as never, env as never)
}

/** Stores one more event and notifies the room. */
async function happens(room: Room) {
  stored++
  await room.announce('question')
  await settle()
}
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
}
const expireTimeouts = () => timeouts.splice(0).forEach((end) => end())

beforeEach(async () => {
  stored = 0
  reads = 0
  storage = new Map()
  alarmAt = undefined
  timeouts = []
  pauses = []
  shards = { one: new FakeShard(), two: new FakeShard() }
  // The pause between rounds ends at once, the time limit of a shard when the test says so.
  vi.stubGlobal('scheduler', {
    wait: (ms: number) =>
      new Promise<void>((end) => {
        if (ms >= 1_000) return void timeouts.push(end)
        pauses.push(ms)
        end()
      }),
  })
})

async function roomWithShards(): Promise<Room> {
  const room = startRoom()
  for (const name of Object.keys(shards)) await room.join('question', name)
  return room
}

describe('a shard that fails', () => {
  it('keeps its position, while the others go on', async () => {
    const room = await roomWithShards()
    await happens(room)
    shards['two']!.mode = 'fails'
    await happens(room)
    await happens(room)
    expect(shards['one']!.received).toEqual([1, 2, 3])
    expect(shards['two']!.received).toEqual([1])
    expect(alarmAt).toBeGreaterThan(Date.now())
  })

  it('gets what it missed from the alarm', async () => {
    const room = await roomWithShards()
    shards['two']!.mode = 'fails'
    await happens(room)
    await happens(room)
    shards['two']!.mode = 'works'
    await room.alarm()
    await settle()
    expect(shards['two']!.received).toEqual([1, 2])
    expect(shards['one']!.received).toEqual([1, 2])
  })

  it('makes its readers catch up when the room has restarted in the meantime', async () => {
    const before = await roomWithShards()
    await happens(before)
    shards['two']!.mode = 'fails'
    await happens(before)
    shards['two']!.mode = 'works'
    const room = startRoom()
    await room.alarm()
    await settle()
    expect(shards['two']!.told).toEqual([2])
    await happens(room)
    expect(shards['two']!.received).toEqual([1, 3])
    expect(shards['one']!.received).toEqual([1, 2, 3])
  })

  it('gets the events of a lost delivery when it sends its count', async () => {
    const room = await roomWithShards()
    await happens(room)
    shards['one']!.seq = 0
    await room.report('question', 'one', 5, 0)
    await settle()
    expect(shards['one']!.seq).toBe(1)
  })
})

describe('a slow shard', () => {
  it('holds up no other shard and no round', async () => {
    const room = await roomWithShards()
    shards['two']!.mode = 'hangs'
    await happens(room)
    await happens(room)
    await happens(room)
    expect(shards['one']!.received).toEqual([1, 2, 3])
    shards['two']!.mode = 'works'
    expireTimeouts()
    await settle()
    expect(alarmAt).toBeGreaterThan(Date.now())
    await room.alarm()
    await settle()
    expect(shards['two']!.received).toEqual([1, 2, 3])
  })
})

describe('a round', () => {
  it.each([
    [300, 100],
    [3_000, 150],
    [9_800, 490],
    [192_000, 500],
  ])('is followed by a pause: for %d readers %d ms', async (readers, pause) => {
    const room = await roomWithShards()
    await room.report('question', 'one', readers, 0)
    await happens(room)
    expect(pauses).toEqual([pause])
  })

  it('has no more shards than a question may have, in all regions', async () => {
    const room = startRoom()
    for (let shard = 0; shard < 64; shard++) expect(await room.join('question', `${shard}`)).toBe(0)
    expect(await room.join('question', 'another')).toBe('full')
    expect(await room.join('question', '63')).toBe(0)
    await room.report('question', '63', 0, 0)
    expect(await room.join('question', 'another')).toBe(0)
  })
})

describe('readers who reconnect after a restart', () => {
  it('are served from one read of D1, however many shards ask', async () => {
    await happens(await roomWithShards())
    stored = 50
    const room = startRoom()
    await room.announce('question')
    const restarted = startRoom()
    reads = 0
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => restarted.recent('question', 40)),
    )
    for (const events of answers) expect(events.map(({ seq }) => seq)).toEqual(range(41, 50))
    expect(reads).toBe(1)
  })

  it('ask by HTTP when they are further behind than the room keeps', async () => {
    stored = 500
    const room = startRoom()
    await room.join('question', 'one')
    expect(await room.recent('question', 10)).toEqual([])
  })
})

describe('recent events', () => {
  it('are kept without a gap, a hundred at most', () => {
    const recent = new RecentEvents()
    recent.append(range(1, 150).map(event))
    expect(recent.after(49)).toBeUndefined()
    expect(recent.after(50)).toHaveLength(100)
    recent.append([event(152)])
    expect(recent.after(150)).toBeUndefined()
    expect(recent.after(151)).toEqual([event(152)])
  })

  it('hold no text of a comment that is deleted', () => {
    const recent = new RecentEvents()
    const comment = { commentId: 'comment-2', text: 'text' } as never
    recent.append([{ type: 'comment.created', seq: 1, comment }])
    recent.append([event(2)])
    expect(recent.all()).toEqual([{ type: 'comment.created', seq: 1 }, event(2)])
  })
})

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
