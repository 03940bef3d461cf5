import { WebSocket } from 'ws'
import type { LiveEvent, LiveMessage } from '../src/contract/live-schemas.ts'
import type { App } from './app.ts'

const AT_ONCE = 100
const READERS_AN_ADDRESS = 150

export interface Reader {
  seqs: number[]
  count: number
  /** Drops the connection without a close, as a phone that loses its signal. */
  leave(): void
}

interface ReaderOptions {
  hear?: (events: readonly LiveEvent[]) => void
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
  { hear }: ReaderOptions = {},
): Promise<Reader> {
  const group = Math.floor(index / READERS_AN_ADDRESS)
  const address = `${app.origin.replace('http', 'ws')}/service/quest/v1/question/live?questionId=${questionId}`
  const socket = new WebSocket(address, {
    origin: app.origin,
    headers: { 'CF-Connecting-IP': `10.${group >> 8}.${group & 255}.1` },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  const leave = () => socket.terminate()
  const reader: Reader = { seqs: [], count: 0, leave }
  return new Promise((resolve, reject) => {
    const take = (payload: Buffer) => {
      const message = messageOf(payload)
      if (!Array.isArray(message)) {
        if (message.type === 'hello') resolve(reader)
        if (message.type === 'readers') reader.count = message.count
        if (!message.type.startsWith('comment.')) return
      }
      const events = [message].flat() as LiveEvent[]
      for (const { seq } of events) reader.seqs.push(seq)
      hear?.(events)
    }
    socket.on('message', take).on('error', reject)
    socket.on('close', (code) => reject(new Error(`the socket was closed: ${code}`)))
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
