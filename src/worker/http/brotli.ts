import { brotliCompressSync, constants } from 'node:zlib'
import { LruMap } from './lru-map.ts'

const WINDOW_BITS = 16

/**
 * An edge compresses pages at quality 4. Nine saves another tenth, for about a millisecond once per rendering: in a
 * window of 64 KB it takes a fiftieth of what it takes in a larger one. For larger pages five saves half of that in the same
 * time. Still larger and very small bodies are left to the edge.
 */
const paramsOf = (bytes: number): Record<number, number> =>
  bytes <= 2 ** WINDOW_BITS
    ? { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS }
    : { [constants.BROTLI_PARAM_QUALITY]: 5 }
const MIN_BYTES = 1_000
const MAX_BYTES = 256_000
const MAX_BODIES = 100

/** Compressed bodies by their entity tag: most renderings of a page change nothing. */
const bodies = new LruMap<string, Uint8Array<ArrayBuffer>>(MAX_BODIES)

/** A compressed body, with its headers. */
export interface BrotliBody {
  body: Uint8Array<ArrayBuffer>
  headers: Headers
}

/**
 * Whether the client accepts Brotli. Cloudflare replaces `Accept-Encoding` and keeps the client's in `cf`, which costs
 * more to read than all the rest of a cached page.
 */
export function acceptsBrotli(request: Request): boolean {
  const { headers } = request
  if (!listsBrotli(headers.get('Accept-Encoding'))) return false
  if (!headers.has('CF-Ray')) return true
  const { clientAcceptEncoding } = (request.cf ?? {}) as Partial<IncomingRequestCfProperties>
  return clientAcceptEncoding === undefined || listsBrotli(clientAcceptEncoding)
}

/** An `Accept-Encoding` that accepts Brotli. */
export const BROTLI_ACCEPTED = /(?:^|[,\s])br(?![\w-])(?!\s*;\s*q=0(?![.]0*[1-9]))/i

const listsBrotli = (accepted: string | null): boolean => BROTLI_ACCEPTED.test(accepted ?? '')

/** Compresses a body that has an `ETag`, once for each tag; `undefined` for one that is left as it is. */
export function compressBody(body: ArrayBuffer, plain: Headers): BrotliBody | undefined {
  if (body.byteLength < MIN_BYTES || body.byteLength > MAX_BYTES) return undefined
  const headers = new Headers(plain)
  const etag = headers.get('ETag') ?? ''
  const compressed = bodies.get(etag) ?? compress(body)
  bodies.set(etag, compressed)
  headers.set('Content-Encoding', 'br')
  return { body: compressed, headers }
}

function compress(body: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const params = paramsOf(body.byteLength)
  return new Uint8Array(brotliCompressSync(new Uint8Array(body), { params }))
}

/** A response whose body is compressed already: neither workerd nor the edge encodes it. */
export const brotliResponse = ({ body, headers }: BrotliBody): Response =>
  new Response(body, { headers, encodeBody: 'manual' })
