import { DurableObject } from 'cloudflare:workers'
import { MINUTE_MS } from '../../domain/durations.ts'
import { MAX_EVENTS } from '../../domain/live-event.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { errorName, log } from '../logging/log.ts'
import {
  canBeSent,
  countSockets,
  frameOf,
  isFull,
  type Identity,
  pauseFor,
  roomName,
  type RoomState,
  send,
  textOf,
} from './sockets.ts'
import { coalesce } from './coalesce.ts'
import { eventsAfter, newestSeq } from './events.ts'

/** Limit per room. Carriers put many phones behind one address. */
const READERS_PER_ADDRESS = 200
const CALL_TIMEOUT_MS = 3_000
const RETRY_MS = 2_000
/** Delay before a changed count is sent, and interval at which an unchanged one is compared. */
const CHANGED_COUNT_DELAY_MS = 10_000
const COUNT_INTERVAL_MS = MINUTE_MS
const POLICY_VIOLATION = 1008

/**
 * Readers of one question. Each room reads the events after its `seq` from D1, in order and without a gap, and sends
 * them to its sockets. A call carries no events, so a lost call or room loses nothing. Sockets hibernate: the object
 * may leave memory while they stay open. When the first room is full, readers join overflow rooms, which report their
 * counts to the first room; it passes every call on.
 */
export class Room extends DurableObject<Env> {
  /** Stored state; absent while the question has no readers here. */
  #state: RoomState | undefined
  /** Readers being accepted: keeps the room alive. */
  #joining = 0
  /** An alarm within `CHANGED_COUNT_DELAY_MS` is set. Saves a storage read for each of thousands who leave at once. */
  #isCountDue = false
  #broadcast = coalesce(() => this.#round())
  #calls = new Map<number, () => Promise<void>>()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    void ctx.blockConcurrencyWhile(async () => {
      this.#state = await ctx.storage.get<RoomState>('state')
    })
  }

  /**
   * Accepts a reader at `/<questionId>/<number of the room>`: 101, 404 for an unknown question, 503 when full, 429 for
   * too many of one address.
   */
  override async fetch(request: Request): Promise<Response> {
    const [, questionId = '', number] = new URL(request.url).pathname.split('/')
    const identity = { questionId, number: Number(number) }
    const address = request.headers.get('CF-Connecting-IP') ?? 'unknown'
    countSockets(identity, this.ctx.getWebSockets().length)
    if (isFull(this.env, this.#readersHere())) return new Response(null, { status: 503 })
    if (this.ctx.getWebSockets(address).length >= READERS_PER_ADDRESS)
      return new Response(null, { status: 429 })

    this.#joining++
    try {
      return await this.#join(identity, address)
    } finally {
      this.#joining--
    }
  }

  async #join(identity: Identity, address: string): Promise<Response> {
    const isFirst = this.#state?.seq === undefined
    if (isFirst && !(await this.#begin(identity))) return new Response(null, { status: 404 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [address])
    countSockets(identity, this.ctx.getWebSockets().length)
    const { seq = 0, total } = this.#state!
    send(server, textOf({ type: 'hello', seq }))
    if (total) send(server, textOf({ type: 'readers', count: total }))
    await this.#wakeSoon()
    // Events stored since the position was read may have been announced to a room without readers.
    if (isFirst) this.ctx.waitUntil(this.#broadcast().catch(() => undefined))
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Begins at the newest event. Stores nothing for unknown questions, since anybody may ask for any id. */
  async #begin(identity: Identity): Promise<boolean> {
    const seq = await newestSeq(this.env, identity.questionId)
    if (seq === null) return false
    if (identity.number > 0) await this.#report(identity)
    this.#state ??= { ...identity, total: 0, overflow: {} }
    this.#state.seq ??= seq
    await this.#save()
    return true
  }

  /**
   * Sends everything stored since the last round, here and in overflow rooms. RPC name: during a deployment one release
   * calls the rooms of another.
   * @throws Error when D1 or an overflow room does not respond; each room also retries by itself
   */
  async announce(): Promise<void> {
    const overflow = Object.keys(this.#state?.overflow ?? {})
    await Promise.all([this.#broadcast(), ...overflow.map((number) => this.#call(Number(number)))])
  }

  /**
   * Stores the count of an overflow room; 0 removes it.
   * @returns readers of all rooms
   */
  async report({ questionId, number }: Identity, count: number): Promise<number> {
    const { overflow } = (this.#state ??= { questionId, number: 0, total: 0, overflow: {} })
    if (count === 0) delete overflow[number]
    else overflow[number] = count
    await this.#save()
    if (count === 0) await this.#wakeSoon()
    return this.readers()
  }

  readers(): number {
    const counts = Object.values(this.#state?.overflow ?? {})
    return counts.reduce((sum, count) => sum + count, this.ctx.getWebSockets().length)
  }

  override webSocketMessage(socket: WebSocket): void {
    socket.close(POLICY_VIOLATION, 'this socket is read-only')
  }

  /** Replies with a close frame, except on a broken connection, where `close` is slow. */
  override async webSocketClose(socket: WebSocket, code: number, _: string, wasClean: boolean) {
    if (wasClean) socket.close(canBeSent(code) ? code : 1000)
    await this.#wakeSoon()
  }

  override async alarm(): Promise<void> {
    this.#isCountDue = false
    const state = this.#state
    if (!state) return
    countSockets(state, this.ctx.getWebSockets().length)
    const total = state.number === 0 ? this.readers() : await this.#report(state)
    if (this.#readersHere() === 0 && Object.keys(state.overflow).length === 0) {
      this.#state = undefined
      this.#isCountDue = false
      return this.ctx.storage.deleteAll()
    }
    if (!this.#isCountDue) await this.ctx.storage.setAlarm(Date.now() + COUNT_INTERVAL_MS)
    if (total !== state.total) {
      state.total = total
      await this.#save()
      this.#sendAll(textOf({ type: 'readers', count: total }))
    }
    await this.#broadcast().catch(() => undefined)
  }

  /** Reports to the first room. Repeats if a reader joins during the report of an empty room. */
  async #report({ questionId, number }: Identity): Promise<number> {
    for (;;) {
      const count = this.#readersHere()
      const total = await this.#room(questionId, 0).report({ questionId, number }, count)
      if (count > 0 || this.#readersHere() === 0) return total
    }
  }

  async #round(): Promise<void> {
    const { seq, questionId = '' } = this.#state ?? {}
    if (seq === undefined) return
    try {
      const events = await eventsAfter(this.env, questionId, seq)
      const last = events.at(-1)
      // The room may have been removed during the read.
      if (!last || this.#state?.seq !== seq) return
      this.#state.seq = last.seq
      this.#sendAll(frameOf(events))
      await this.#save()
      if (events.length === MAX_EVENTS) void this.#broadcast().catch(() => undefined)
      else await scheduler.wait(pauseFor(this.#state.total))
    } catch (error) {
      log(this.env, 'warn', 'broadcast-failed', { error: errorName(error) })
      await this.#wakeWithin(RETRY_MS)
      throw error
    }
  }

  /** Single flight per overflow room. */
  #call(number: number): Promise<void> {
    let call = this.#calls.get(number)
    if (!call) {
      const { questionId } = this.#state!
      call = coalesce(() => withTimeout(this.#room(questionId, number).announce(), CALL_TIMEOUT_MS))
      this.#calls.set(number, call)
    }
    return call()
  }

  /** Includes readers being accepted. */
  #readersHere(): number {
    return this.ctx.getWebSockets().length + this.#joining
  }

  #save(): Promise<void> {
    return this.#state ? this.ctx.storage.put('state', this.#state) : Promise.resolve()
  }

  #sendAll(text: string): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, text)
  }

  #room(questionId: string, number: number): DurableObjectStub<Room> {
    return this.env.ROOM.get(this.env.ROOM.idFromName(roomName({ questionId, number })))
  }

  /** Debounces the count. */
  async #wakeSoon(): Promise<void> {
    if (this.#isCountDue) return
    this.#isCountDue = true
    await this.#wakeWithin(CHANGED_COUNT_DELAY_MS)
  }

  async #wakeWithin(ms: number): Promise<void> {
    const planned = await this.ctx.storage.getAlarm()
    if (planned === null || planned > Date.now() + ms)
      await this.ctx.storage.setAlarm(Date.now() + ms)
  }
}
