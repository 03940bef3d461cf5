import { WebSocket } from 'ws'
import type { LiveEvent, LiveMessage } from '../src/contract/schemas.ts'
import type { App } from '../harness/app.ts'

const AT_ONCE = 100
const READERS_AN_ADDRESS = 150

export interface Reader {
  socket: WebSocket
  /** Numbers of the events received, in order. */
  seqs: number[]
  /** When the last came, by `performance.now()`; 0 before. */
  lastAt: number
}

/** A reader behind an address of its own, 150 readers an address, as behind a carrier. */
export function openReader(
  app: App,
  questionId: string,
  index: number,
  after?: number,
): Promise<Reader> {
  const group = Math.floor(index / READERS_AN_ADDRESS)
  const query = `questionId=${questionId}${after === undefined ? '' : `&after=${after}`}`
  const socket = new WebSocket(
    `${app.origin.replace('http', 'ws')}/service/quest/v1/question/live?${query}`,
    {
      origin: app.origin,
      headers: { 'CF-Connecting-IP': `10.${group >> 8}.${group & 255}.1` },
      perMessageDeflate: false,
    },
  )
  const reader: Reader = { socket, seqs: [], lastAt: 0 }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as LiveMessage
      if (Array.isArray(message) || message.type.startsWith('comment.')) {
        for (const event of [message].flat() as LiveEvent[]) reader.seqs.push(event.seq)
        reader.lastAt = performance.now()
      } else if (message.type === 'hello') resolve(reader)
    })
  })
}

/** @param after the last event that each of them has */
export async function openReaders(
  app: App,
  questionId: string,
  count: number,
  after?: number,
): Promise<Reader[]> {
  const opened: Reader[] = []
  for (let start = 0; start < count; start += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) =>
      openReader(app, questionId, start + index, after),
    )
    opened.push(...(await Promise.all(group)))
  }
  return opened
}

/** Waits until something holds, at most so many milliseconds. @returns whether it does */
export async function until(holds: () => boolean, mostMs: number): Promise<boolean> {
  const end = performance.now() + mostMs
  while (!holds()) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}
