import type { MiddlewareHandler } from 'hono'
import { withTimeout } from '../../domain/with-timeout.ts'
import { ServiceError } from './service.ts'

/** What a refused client may still send: closing the connection earlier would lose the response. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const DRAIN_TIMEOUT_MS = 5_000

/** @throws ServiceError requestTooLarge, contentNotFound for a body that breaks off or is malformed */
export async function readBody({ body, headers }: Request, maxBytes: number): Promise<ArrayBuffer> {
  if (!body) return new ArrayBuffer(0)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader()
  let size = Number(headers.get('Content-Length'))
  if (size <= maxBytes) size = 0
  try {
    while (size <= maxBytes) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      chunks.push(value)
    }
  } catch (cause) {
    throw new ServiceError('contentNotFound', { cause })
  }
  if (size <= maxBytes) return new Blob(chunks).arrayBuffer()
  await drain(reader)
  throw new ServiceError('requestTooLarge')
}

/** A body that breaks off with a RangeError after so many bytes. */
export function limited(body: ReadableStream<Uint8Array>, maxBytes: number) {
  let length = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.length
        if (length > maxBytes) throw new RangeError('too long')
        controller.enqueue(chunk)
      },
    }),
  )
}

/** Text of a response of another site. @throws RangeError for a longer one */
export const limitedText = async ({ body }: Response, maxBytes: number): Promise<string> =>
  body ? new Response(limited(body, maxBytes)).text() : ''

/** Reads a body that no handler has read, such as one of a refused caller. */
export const drainUnread: MiddlewareHandler = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (body && !bodyUsed && !body.locked) await drain(body.getReader())
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const readOn = async () => {
    for (let size = 0; size < MAX_DRAINED_BYTES;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.length
    }
  }
  // The response is the same for a client that stops or breaks off.
  await withTimeout(readOn(), DRAIN_TIMEOUT_MS).catch(() => undefined)
}
