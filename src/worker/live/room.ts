import { DurableObject } from 'cloudflare:workers'
import type { LiveEvent } from '../../contract/live-schemas.ts'
import { errorName, log } from '../logging/log.ts'
import { capacity } from './capacity.ts'
import { MAX_EVENTS } from '../../domain/live-event.ts'
import { eventsAfter } from './events-after.ts'
import { MAX_RECENT_EVENTS, RecentEvents } from './recent-events.ts'
import { withShardTimeout } from './shard-timeout.ts'

/** Delay before a failed read or delivery is retried, doubled with each failure in a row. */
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/**
 * Pause after a round, so that events stored in the meantime are broadcast together: the longer, the more readers each
 * round has. Milliseconds.
 */
const MIN_PACE_MS = 100
const MAX_PACE_MS = 500
const READERS_PER_MS = 20

/**
 * The room of one question, named by its id. It reads events from D1, in order and without a gap, and delivers them to
 * every shard that has readers. It holds no truth: `seq` is stored, each shard stores its own position, and delivering
 * an event twice is harmless.
 *
 * Shards are independent: each has at most one delivery in flight, which goes on until the shard has every event. A
 * shard that fails or is slow keeps its position and is retried by the alarm, and no other shard waits for it.
 */
export class Room extends DurableObject<Env> {
  #round: Promise<void> | undefined
  #isNotified = false
  #recent = new RecentEvents()
  #loading: Promise<void> | undefined
  /** The last event that each shard has, as far as this instance knows. */
  #positions = new Map<string, number>()
  #deliveries = new Map<string, Promise<void>>()
  /** Failures in a row, by shard; those of reading D1 under the empty name. */
  #failures = new Map<string, number>()

  /**
   * Broadcasts everything stored since the last round. Calls during a round are served by one more round. The name is on
   * the wire: during a deployment one release calls the rooms of another.
   */
  async announce(questionId: string): Promise<void> {
    this.#isNotified = true
    this.#round ??= this.#broadcast(questionId).finally(() => {
      this.#round = undefined
    })
    await this.#round
  }

  /** Retries what failed. */
  override async alarm(): Promise<void> {
    const questionId = await this.ctx.storage.get<string>('questionId')
    if (questionId) await this.announce(questionId)
  }

  /**
   * Registers a shard that has its first reader.
   * @returns the position after which the shard will receive every event; `full` when there are as many shards as a
   *   question may have, in all regions; `undefined` when there is no such question
   */
  async join(questionId: string, shard: string): Promise<number | 'full' | undefined> {
    const seq = await this.#position(questionId)
    if (seq === undefined) return undefined
    const shards = await this.#shards()
    if (shard in shards) return seq
    if (Object.keys(shards).length >= capacity(this.env).shards) return 'full'
    await this.ctx.storage.put('shards', { ...shards, [shard]: 0 })
    return seq
  }

  /**
   * Stores a shard's number of readers, and delivers what it lacks after `seq`; a shard without readers leaves the room.
   * @returns the readers of all shards
   */
  async report(questionId: string, shard: string, count: number, seq: number): Promise<number> {
    const shards = await this.#shards()
    if (count === 0) delete shards[shard]
    else shards[shard] = count
    await this.ctx.storage.put('shards', shards)
    if (count === 0) this.#positions.delete(shard)
    else if (seq < ((await this.#position(questionId)) ?? 0)) {
      // A delivery was lost, for example when the room restarted during it.
      if (!this.#deliveries.has(shard)) this.#positions.set(shard, seq)
      this.#deliver(questionId, shard)
    }
    return readersOf(shards)
  }

  /** The readers of all shards. */
  async readers(): Promise<number> {
    return readersOf(await this.#shards())
  }

  /** The events after `seq` for a shard whose readers reconnect; empty when they are not kept. One read of D1 at most. */
  async recent(questionId: string, seq: number): Promise<LiveEvent[]> {
    const position = await this.#position(questionId)
    if (position === undefined || seq >= position || seq < position - MAX_RECENT_EVENTS) return []
    const kept = this.#recent.after(seq)
    if (kept) return kept
    await (this.#loading ??= this.#load(questionId, position).finally(() => {
      this.#loading = undefined
    }))
    return this.#recent.after(seq) ?? []
  }

  async #load(questionId: string, position: number): Promise<void> {
    const from = Math.max(0, position - MAX_RECENT_EVENTS)
    this.#recent.prepend(await eventsAfter(this.env, questionId, from), position)
  }

  async #broadcast(questionId: string): Promise<void> {
    try {
      while (this.#isNotified) {
        this.#isNotified = false
        const from = await this.#position(questionId)
        if (from === undefined) return
        const events = await eventsAfter(this.env, questionId, from)
        const last = events.at(-1)
        this.#recent.append(events)
        if (last) await this.ctx.storage.put('seq', last.seq)
        const shards = await this.#shards()
        for (const shard of Object.keys(shards)) this.#deliver(questionId, shard)
        if (events.length === MAX_EVENTS) this.#isNotified = true
        else if (last) await scheduler.wait(paceOf(readersOf(shards)))
      }
      this.#failures.delete('')
    } catch (error) {
      await this.#retryLater(questionId, '')
      throw error
    }
  }

  /** Starts a delivery unless one is in flight, which will deliver the newest events as well. */
  #deliver(questionId: string, shard: string): void {
    if (this.#deliveries.has(shard)) return
    const delivery = this.#deliverAll(questionId, shard)
      .then(() => void this.#failures.delete(shard))
      .catch((error: unknown) => {
        log(this.env, 'warn', 'broadcast-failed', { error: errorName(error) })
        this.#positions.delete(shard)
        return this.#retryLater(questionId, shard)
      })
      .finally(() => void this.#deliveries.delete(shard))
    this.#deliveries.set(shard, delivery)
    this.ctx.waitUntil(delivery)
  }

  async #deliverAll(questionId: string, name: string): Promise<void> {
    const shard = this.env.ROOM_SHARD.get(this.env.ROOM_SHARD.idFromName(name))
    for (;;) {
      const seq = (await this.#position(questionId)) ?? 0
      const position = this.#positions.get(name)
      if (position !== undefined && position >= seq) return
      // A shard whose position is unknown ignores what it has, and responds with its position after a gap.
      const events = position === undefined ? this.#recent.all() : this.#recent.after(position)
      const delivery = events ? shard.broadcast(events) : shard.tellToCatchUp(seq)
      this.#positions.set(name, await withShardTimeout(delivery))
    }
  }

  async #retryLater(questionId: string, failed: string): Promise<void> {
    this.#failures.set(failed, (this.#failures.get(failed) ?? 0) + 1)
    const delay = MIN_RETRY_MS * 2 ** (Math.max(...this.#failures.values()) - 1)
    await this.ctx.storage.put('questionId', questionId)
    await this.ctx.storage.setAlarm(Date.now() + Math.min(MAX_RETRY_MS, delay))
  }

  /**
   * The last event that this room has read; a new room begins at the question's newest event. Nothing is stored for an
   * unknown question, since anybody may ask for any id.
   */
  async #position(questionId: string): Promise<number | undefined> {
    const stored = await this.ctx.storage.get<number>('seq')
    if (stored !== undefined) return stored
    const row = await this.env.DB.prepare('SELECT event_seq FROM question WHERE id = ?1')
      .bind(questionId)
      .first<{ event_seq: number }>()
    if (!row) return undefined
    await this.ctx.storage.put('seq', row.event_seq)
    return row.event_seq
  }

  async #shards(): Promise<Record<string, number>> {
    return (await this.ctx.storage.get<Record<string, number>>('shards')) ?? {}
  }
}

const readersOf = (shards: Record<string, number>): number =>
  Object.values(shards).reduce((sum, readers) => sum + readers, 0)

const paceOf = (readers: number): number =>
  Math.min(MAX_PACE_MS, Math.max(MIN_PACE_MS, readers / READERS_PER_MS))
