import { DurableObject } from 'cloudflare:workers'
import { READERS_PER_SHARD } from './capacity.ts'
import type { LiveEvent, LiveMessage } from '../../contract/live-event.ts'
import type { Room } from './room.ts'

/** Sockets of one address in one shard. Carriers put many phones behind one address. */
const READERS_PER_ADDRESS = 200
const REPORT_EVERY_MS = 10_000
const POLICY_VIOLATION = 1008

/**
 * Part of a question's readers, named `<questionId>:<number>`. Sockets hibernate: between events the object may
 * leave memory while they stay open.
 */
export class RoomShard extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** Accepts a reader: 101 with the socket, 404 for no question, 503 when full, 429 when the address has too many. */
  override async fetch(request: Request): Promise<Response> {
    const name = new URL(request.url).pathname.slice(1)
    const questionId = questionOf(name)
    const address = request.headers.get('CF-Connecting-IP') ?? 'unknown'
    if (this.ctx.getWebSockets().length >= READERS_PER_SHARD)
      return new Response(null, { status: 503 })
    if (this.ctx.getWebSockets(address).length >= READERS_PER_ADDRESS)
      return new Response(null, { status: 429 })

    const seq = await this.#position(questionId, name)
    if (seq === undefined) return new Response(null, { status: 404 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [address])
    sendText(server, JSON.stringify({ type: 'hello', seq } satisfies LiveMessage))
    await this.#scheduleReport()
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Events in order, as the room read them from D1. */
  async broadcast(events: LiveEvent[]): Promise<void> {
    const last = events.at(-1)
    if (!last) return
    const texts = events.map((event) => JSON.stringify(event))
    for (const socket of this.ctx.getWebSockets()) {
      for (const text of texts) sendText(socket, text)
    }
    await this.ctx.storage.put('seq', last.seq)
  }

  override webSocketMessage(socket: WebSocket): void {
    socket.close(POLICY_VIOLATION, 'this socket is read-only')
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // 1005, 1006 and 1015 only describe; they cannot be sent back.
    socket.close([1005, 1006, 1015].includes(code) ? 1000 : code)
    await this.#scheduleReport()
  }

  /** Tells the room how many read here, and the readers how many read everywhere. */
  override async alarm(): Promise<void> {
    const name = (await this.ctx.storage.get<string>('name')) ?? ''
    const questionId = questionOf(name)
    const room = this.env.ROOM.get(this.env.ROOM.idFromName(questionId))
    const reported = this.ctx.getWebSockets().length
    const count = await room.report(name, reported)
    if (reported === 0) return this.#leave(room, questionId, name)

    await this.ctx.storage.setAlarm(Date.now() + REPORT_EVERY_MS)
    if ((await this.ctx.storage.get<number>('readers')) === count) return
    await this.ctx.storage.put('readers', count)
    this.#sendAll({ type: 'readers', count })
  }

  /** Off the room's list: forgets all, unless somebody came in the meantime, who may have missed something. */
  async #leave(room: DurableObjectStub<Room>, questionId: string, name: string): Promise<void> {
    if (this.ctx.getWebSockets().length === 0) return this.ctx.storage.deleteAll()
    const seq = (await room.join(questionId, name)) ?? 0
    await this.ctx.storage.put('seq', seq)
    await this.#scheduleReport()
    this.#sendAll({ type: 'hello', seq })
  }

  #sendAll(message: LiveMessage): void {
    const text = JSON.stringify(message)
    for (const socket of this.ctx.getWebSockets()) sendText(socket, text)
  }

  /** The number up to which this shard has broadcast; the first reader makes it join the room. */
  async #position(questionId: string, name: string): Promise<number | undefined> {
    const stored = await this.ctx.storage.get<number>('seq')
    if (stored !== undefined) return stored
    const room = this.env.ROOM.get(this.env.ROOM.idFromName(questionId))
    const seq = await room.join(questionId, name)
    const meanwhile = await this.ctx.storage.get<number>('seq')
    if (meanwhile !== undefined || seq === undefined) return meanwhile
    await this.ctx.storage.put({ seq, name })
    return seq
  }

  async #scheduleReport(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(Date.now() + REPORT_EVERY_MS)
    }
  }
}

function questionOf(shard: string): string {
  return shard.slice(0, shard.lastIndexOf(':'))
}

/** A socket that is closing refuses; its reader catches up when it comes back. */
function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The close event of this socket does the rest.
  }
}
