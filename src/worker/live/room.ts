import { DurableObject } from 'cloudflare:workers'
import type { LiveEvent } from '../../contract/live-event.ts'
import { EVENTS_AT_ONCE, eventsAfter } from './events.ts'

const RETRY_MS = 1_000
/** After a round, milliseconds: what is stored meanwhile goes out together, the first of it at once. */
const PACE_MS = 100

/**
 * The room of one question, named by its id. It reads what happened from D1, in order and without a gap, and hands
 * it to every shard that has readers. It holds no truth: a lost room loses nothing, since the number up to which it
 * has broadcast is stored and a repeated event is ignored by whoever has it.
 */
export class Room extends DurableObject<Env> {
  #working: Promise<void> | undefined
  #isAnnounced = false

  /** Something was stored: broadcasts everything new. Calls that come meanwhile are answered by one more round. */
  async announce(questionId: string): Promise<void> {
    this.#isAnnounced = true
    this.#working ??= this.#work(questionId).finally(() => {
      this.#working = undefined
    })
    await this.#working
  }

  /** A round that failed is tried again until what was stored is broadcast. */
  override async alarm(): Promise<void> {
    const questionId = await this.ctx.storage.get<string>('questionId')
    if (questionId) await this.announce(questionId)
  }

  /**
   * A shard has its first reader.
   * @returns the number after which it will receive every event; `undefined` when there is no such question
   */
  async join(questionId: string, shard: string): Promise<number | undefined> {
    const seq = await this.#position(questionId)
    if (seq === undefined) return undefined
    const shards = await this.#shards()
    if (!(shard in shards)) await this.ctx.storage.put('shards', { ...shards, [shard]: 0 })
    return seq
  }

  /** A shard's number of readers; none at all takes it off the list. @returns the readers of all shards */
  async report(shard: string, count: number): Promise<number> {
    const shards = await this.#shards()
    if (count === 0) delete shards[shard]
    else shards[shard] = count
    await this.ctx.storage.put('shards', shards)
    return Object.values(shards).reduce((sum, readers) => sum + readers, 0)
  }

  async #work(questionId: string): Promise<void> {
    try {
      await this.#catchUp(questionId)
    } catch (error) {
      await this.ctx.storage.put('questionId', questionId)
      await this.ctx.storage.setAlarm(Date.now() + RETRY_MS)
      throw error
    }
  }

  async #catchUp(questionId: string): Promise<void> {
    while (this.#isAnnounced) {
      this.#isAnnounced = false
      const from = await this.#position(questionId)
      if (from === undefined) return
      const events = await eventsAfter(this.env, questionId, from)
      const last = events.at(-1)
      if (!last) continue
      await this.#broadcast(events)
      await this.ctx.storage.put('seq', last.seq)
      if (events.length === EVENTS_AT_ONCE) this.#isAnnounced = true
      else await scheduler.wait(PACE_MS)
    }
  }

  async #broadcast(events: LiveEvent[]): Promise<void> {
    const shards = Object.keys(await this.#shards())
    await Promise.allSettled(
      shards.map((name) =>
        this.env.ROOM_SHARD.get(this.env.ROOM_SHARD.idFromName(name)).broadcast(events),
      ),
    )
  }

  /**
   * The number up to which this room has broadcast; a new room begins where the question stands. For no question
   * nothing is stored: anybody may ask for any id.
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
