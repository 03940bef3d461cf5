import { DurableObject } from 'cloudflare:workers'
import { MINUTE_MS } from '../../domain/durations.ts'
import { capacity } from './capacity.ts'
import type { LiveEvent } from '../../contract/live-schemas.ts'
import { canBeSent, frameOf, send, textOf } from './frames.ts'
import { MAX_RECENT_EVENTS, RecentEvents } from './recent-events.ts'
import type { Room } from './room.ts'
import { questionOf } from './shard-name.ts'

/** Sockets of one address in one shard. Carriers put many phones behind one address. */
const READERS_PER_ADDRESS = 200
/** Delay before a changed number of readers is sent to the room, and the interval at which an unchanged one is. */
const CHANGED_COUNT_DELAY_MS = 10_000
const COUNT_INTERVAL_MS = MINUTE_MS
/** The readers see a number that differs by less than this part of it: not every frame is worth 10,000 sockets. */
const MIN_COUNT_CHANGE = 0.02
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013

/**
 * Open sockets by shard, for all questions in this process, which on one machine has descriptors for
 * `LIMIT_READERS_PER_QUESTION` of them.
 */
const socketsByShard = new Map<string, number>()
const socketsHere = () => [...socketsByShard.values()].reduce((sum, count) => sum + count, 0)

/**
 * Part of a question's readers in one region, named as in `shard-name.ts`. Sockets hibernate: between events the object may
 * leave memory while they stay open. Storage holds its name and `seq`, the last event that it has sent to its readers.
 */
export class RoomShard extends DurableObject<Env> {
  /** The last event sent, once it is read from storage; always changed together with what is sent. */
  #seq: number | undefined
  #recent = new RecentEvents()
  /** The one attempt to learn the events before a restart or a jump. */
  #loading: Promise<void> | undefined
  #joining: Promise<number | 'full' | undefined> | undefined
  /** An alarm within `CHANGED_COUNT_DELAY_MS` is set. Avoids a read of storage for each of thousands who leave at once. */
  #isCountDue = false

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /**
   * Accepts a reader: 101 with the socket, 404 for no question, 503 when this shard is full, 507 when the room takes no
   * further shard, 429 when the address has too many. A reader with `after` first receives the events that it missed,
   * if they are still kept.
   */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const name = pathname.slice(1)
    const address = request.headers.get('CF-Connecting-IP') ?? 'unknown'
    const { perShard, max } = capacity(this.env)
    this.#countSockets(name)
    if (this.ctx.getWebSockets().length >= perShard || socketsHere() >= max)
      return new Response(null, { status: 503 })
    if (this.ctx.getWebSockets(address).length >= READERS_PER_ADDRESS)
      return new Response(null, { status: 429 })

    const position = await this.#position(name)
    if (typeof position !== 'number')
      return new Response(null, { status: position === 'full' ? 507 : 404 })
    const after = searchParams.get('after')
    if (after !== null) await this.#loadRecent(name, Number(after))
    const seq = this.#seq ?? 0
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [address])
    this.#countSockets(name)
    const missed = after === null ? undefined : this.#recent.after(Number(after))
    if (missed?.length) send(server, frameOf(missed))
    send(server, textOf({ type: 'hello', seq }))
    const count = await this.ctx.storage.get<number>('readers')
    if (count) send(server, textOf({ type: 'readers', count }))
    await this.#sendCountSoon()
    return new Response(null, { status: 101, webSocket: client })
  }

  /**
   * Sends events to all readers, except those that were sent before. Events after a gap are refused.
   * @returns the last event that the readers have
   */
  async broadcast(events: readonly LiveEvent[]): Promise<number> {
    const seq = await this.#lastSent()
    const last = events.at(-1)?.seq ?? seq ?? 0
    // A shard without readers has left the room, unless its first reader is just joining.
    if (seq === undefined && !this.#joining) return last
    if (seq !== undefined && (events[0]?.seq ?? 0) > seq + 1) return seq
    const unsent = events.filter((event) => seq === undefined || event.seq > seq)
    if (unsent.length === 0) return seq ?? last
    this.#seq = last
    this.#recent.append(unsent)
    this.#sendAll(frameOf(unsent))
    await this.ctx.storage.put('seq', last)
    return last
  }

  /** Makes the readers ask for what they miss, when the room has not kept it. @returns `seq` */
  async tellToCatchUp(seq: number): Promise<number> {
    if ((await this.#lastSent()) === undefined && !this.#joining) return seq
    this.#jumpTo(seq)
    await this.ctx.storage.put('seq', seq)
    this.#sendAll(textOf({ type: 'hello', seq }))
    return seq
  }

  override webSocketMessage(socket: WebSocket): void {
    socket.close(POLICY_VIOLATION, 'this socket is read-only')
  }

  /** A close frame gets one back. On a connection that broke, `close` would take longer than all the rest of its end. */
  override async webSocketClose(
    socket: WebSocket,
    code: number,
    _reason: string,
    wasClean: boolean,
  ): Promise<void> {
    if (wasClean) socket.close(canBeSent(code) ? code : 1000)
    await this.#sendCountSoon()
  }

  /** Sends the number of readers here to the room, and the number everywhere to the readers. */
  override async alarm(): Promise<void> {
    this.#isCountDue = false
    const name = (await this.ctx.storage.get<string>('name')) ?? ''
    const seq = (await this.#lastSent()) ?? 0
    const count = this.ctx.getWebSockets().length
    this.#countSockets(name)
    if (count === 0) socketsByShard.delete(name)
    const total = await this.#room(name).report(questionOf(name), name, count, seq)
    if (count === 0) return this.#leave(name)

    if (!this.#isCountDue) await this.ctx.storage.setAlarm(Date.now() + COUNT_INTERVAL_MS)
    const lastTotal = (await this.ctx.storage.get<number>('readers')) ?? 0
    if (total === lastTotal || Math.abs(total - lastTotal) < lastTotal * MIN_COUNT_CHANGE) return
    await this.ctx.storage.put('readers', total)
    this.#sendAll(textOf({ type: 'readers', count: total }))
  }

  /** Deletes everything, unless a reader came since the count, who may have missed something. */
  async #leave(name: string): Promise<void> {
    if (this.ctx.getWebSockets().length === 0) {
      this.#seq = undefined
      // The alarm goes as well.
      this.#isCountDue = false
      return this.ctx.storage.deleteAll()
    }
    const seq = await this.#room(name).join(questionOf(name), name)
    if (typeof seq !== 'number') {
      // Other shards have taken its place: the reader connects again, to one of them.
      for (const socket of this.ctx.getWebSockets()) socket.close(TRY_AGAIN_LATER)
      return
    }
    this.#jumpTo(seq)
    await this.ctx.storage.put('seq', seq)
    await this.#sendCountSoon()
    this.#sendAll(textOf({ type: 'hello', seq }))
  }

  /** The events kept so far end before this position, so they are not those that a reader missed. */
  #jumpTo(seq: number): void {
    this.#seq = seq
    this.#recent = new RecentEvents()
    this.#loading = undefined
  }

  #sendAll(text: string): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, text)
  }

  async #lastSent(): Promise<number | undefined> {
    if (this.#seq === undefined) {
      const stored = await this.ctx.storage.get<number>('seq')
      this.#seq ??= stored
    }
    return this.#seq
  }

  /** The last event that this shard has sent; its first reader makes it join the room. */
  async #position(name: string): Promise<number | 'full' | undefined> {
    return (
      (await this.#lastSent()) ??
      (this.#joining ??= this.#join(name).finally(() => {
        this.#joining = undefined
      }))
    )
  }

  async #join(name: string): Promise<number | 'full' | undefined> {
    const seq = await this.#room(name).join(questionOf(name), name)
    if (typeof seq !== 'number') return seq
    // A broadcast may have come first.
    if (this.#seq === undefined) this.#jumpTo(seq)
    await this.ctx.storage.put({ seq: this.#seq, name })
    return this.#seq
  }

  /** After a restart, the events that all reconnecting readers missed are read from the room once. */
  async #loadRecent(name: string, after: number): Promise<void> {
    const seq = this.#seq ?? 0
    if (after >= seq || after < seq - MAX_RECENT_EVENTS || this.#recent.after(after)) return
    const recent = this.#recent
    await (this.#loading ??= this.#room(name)
      .recent(questionOf(name), Math.max(0, seq - MAX_RECENT_EVENTS))
      .then((events) => recent.prepend(events, seq))
      .catch(() => undefined))
  }

  #room(name: string): DurableObjectStub<Room> {
    return this.env.ROOM.get(this.env.ROOM.idFromName(questionOf(name)))
  }

  #countSockets(name: string): void {
    socketsByShard.set(name, this.ctx.getWebSockets().length)
  }

  /** Sends one count for all who come and go in the next seconds. */
  async #sendCountSoon(): Promise<void> {
    if (this.#isCountDue) return
    this.#isCountDue = true
    const soon = Date.now() + CHANGED_COUNT_DELAY_MS
    try {
      const planned = await this.ctx.storage.getAlarm()
      if (planned === null || planned > soon) await this.ctx.storage.setAlarm(soon)
    } catch (error) {
      this.#isCountDue = false
      throw error
    }
  }
}
