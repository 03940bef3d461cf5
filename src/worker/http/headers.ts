import { createHash } from 'node:crypto'
import { YEAR_S } from '../../domain/durations.ts'

/** Compares `If-None-Match` weakly (RFC 9110 §13.1.2). */
export function etagMatches(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((known) => ['*', opaque(etag)].includes(opaque(known)))
}

/** Weak ETag of a body, because compression changes bytes but not content. */
export const etagOf = (body: ArrayBuffer): string =>
  `W/"${createHash('sha256').update(new Uint8Array(body)).digest('base64').slice(0, 16)}"`

export const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`
/** CSP of a picture: no scripts. */
export const INERT = "default-src 'none'; sandbox"

export const pictureHeaders = {
  'Cache-Control': IMMUTABLE,
  'Content-Security-Policy': INERT,
  'Content-Disposition': 'inline',
} as const

/** A document without anything of its reader, which programs in pages of other sites may read. */
export const publicDocumentHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

export const exportHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'no-store',
} as const

/** `Sec-Purpose`, and its names in older browsers. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz']

/** Whether nobody has opened the page yet: it stores no language. Older Safari says `preview`. */
export function isPrefetch({ headers }: { headers: Headers }): boolean {
  return PURPOSES.some((name) => /^pre(?:fetch|view|render)/i.test(headers.get(name) ?? ''))
}
