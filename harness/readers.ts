import { connect } from 'node:net'
import type { LiveEvent, LiveMessage } from '../src/contract/live-schemas.ts'
import type { App } from './app.ts'
import { frames } from './websocket-frames.ts'

const AT_ONCE = 100
const READERS_AN_ADDRESS = 150

export interface Reader {
  seqs: number[]
  /** Time of the last event by `performance.now()`; 0 before the first. */
  lastAt: number
  count: number
  frames: number
  /** Drops the connection without a close, as a phone that loses its signal. */
  leave(): void
}

interface ReaderOptions {
  after?: number
  hear?: (events: readonly LiveEvent[]) => void
  /** Called when the connection breaks before `leave`. */
  lost?: (error: Error) => void
}

/** Parse cache: all readers get the same bytes. */
let newest: { bytes: Buffer; message: LiveMessage } | undefined

function messageOf(bytes: Buffer): LiveMessage {
  if (!newest?.bytes.equals(bytes))
    newest = { bytes: Buffer.from(bytes), message: JSON.parse(bytes.toString()) as LiveMessage }
  return newest.message
}

/** Opens a reader; 150 readers share a client address, as behind a carrier's NAT. */
export function openReader(
  app: App,
  questionId: string,
  index: number,
  { after, hear, lost }: ReaderOptions = {},
): Promise<Reader> {
  const { hostname, port, host } = new URL(app.origin)
  const group = Math.floor(index / READERS_AN_ADDRESS)
  const query = `questionId=${questionId}${after === undefined ? '' : `&after=${after}`}`
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const reader: Reader = { seqs: [], lastAt: 0, count: 0, frames: 0, leave: () => socket.destroy() }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
      lost?.(error)
    }
    const take = (payload: Buffer) => {
      const message = messageOf(payload)
      if (!Array.isArray(message)) {
        if (message.type === 'hello') resolve(reader)
        if (message.type === 'readers') reader.count = message.count
        if (!message.type.startsWith('comment.')) return
      }
      const events = [message].flat() as LiveEvent[]
      for (const { seq } of events) reader.seqs.push(seq)
      reader.lastAt = performance.now()
      reader.frames++
      hear?.(events)
    }
    const read = frames(take, () => fail(new Error('closed by the server')))
    let head = ''
    const handshake = (data: Buffer) => {
      head += data.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const status = head.slice(9, 12)
      if (status !== '101') return fail(new Error(`the socket is refused: ${status}`))
      socket.off('data', handshake).on('data', read)
      const rest = Buffer.from(head.slice(end + 4), 'latin1')
      if (rest.length > 0) read(rest)
    }
    socket.on('data', handshake).on('error', fail)
    socket.on('end', () => fail(new Error('the connection ended')))
    socket.write(
      [
        `GET /service/quest/v1/question/live?${query} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${app.origin}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `CF-Connecting-IP: 10.${group >> 8}.${group & 255}.1`,
        '\r\n',
      ].join('\r\n'),
    )
  })
}

export async function openReaders(
  app: App,
  questionId: string,
  count: number,
  options?: ReaderOptions & { first?: number },
): Promise<Reader[]> {
  const opened: Reader[] = []
  for (let start = 0; start < count; start += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) =>
      openReader(app, questionId, (options?.first ?? 0) + start + index, options),
    )
    opened.push(...(await Promise.all(group)))
  }
  return opened
}

/** @returns whether the condition held within `mostMs` */
export async function until(holds: () => boolean, mostMs: number): Promise<boolean> {
  const end = performance.now() + mostMs
  while (!holds()) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}
