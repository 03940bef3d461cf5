import { brotliCompressSync, constants } from 'node:zlib'
import { LruMap } from './lru-map.ts'

/** An edge compresses pages at 4. This saves another tenth, for a millisecond or two once per rendering. */
const QUALITY = 7
const MAX_BODIES = 100

/** Compressed bodies by their entity tag: most renderings of a page change nothing. */
const bodies = new LruMap<string, Uint8Array<ArrayBuffer>>(MAX_BODIES)

/** A compressed body, with its headers. */
export interface BrotliBody {
  body: Uint8Array<ArrayBuffer>
  headers: Headers
}

/** Whether the client accepts Brotli. Cloudflare replaces `Accept-Encoding` and keeps the client's in `cf`. */
export function acceptsBrotli({ headers, cf }: Request): boolean {
  if (!listsBrotli(headers.get('Accept-Encoding'))) return false
  const original = (cf as IncomingRequestCfProperties | undefined)?.clientAcceptEncoding
  return original === undefined || listsBrotli(original)
}

function listsBrotli(accepted: string | null): boolean {
  return /\bbr\b(?!\s*;\s*q=0(?![.]0*[1-9]))/.test(accepted ?? '')
}

/**
 * Compresses a body that has an `ETag`, once for each tag. The tag becomes a weak one, since the bytes differ from those of
 * the plain body.
 */
export function compressBody(body: ArrayBuffer, plain: Headers): BrotliBody {
  const headers = new Headers(plain)
  const etag = headers.get('ETag') ?? ''
  const compressed = bodies.get(etag) ?? compress(body)
  bodies.set(etag, compressed)
  headers.set('ETag', etag.replace(/^(?!W\/)/, 'W/'))
  headers.set('Content-Encoding', 'br')
  return { body: compressed, headers }
}

function compress(body: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  return new Uint8Array(brotliCompressSync(new Uint8Array(body), { params }))
}

/** A response whose body is compressed already: neither workerd nor the edge encodes it. */
export const brotliResponse = ({ body, headers }: BrotliBody): Response =>
  new Response(body, { headers, encodeBody: 'manual' })
