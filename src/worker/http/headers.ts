import { YEAR_S } from '../../domain/durations.ts'

/** Whether the `If-None-Match` of a client names this version, compared weakly (RFC 9110 §13.1.2). */
export function etagMatches(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((known) => ['*', opaque(etag)].includes(opaque(known)))
}

/** The weak tag of a body: compressed responses differ in bytes, not in content. */
export async function etagOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 12)
  return `W/"${btoa(String.fromCharCode(...digest))}"`
}

/** `Cache-Control` of an address whose content never changes. */
export const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`
/** `Content-Security-Policy` of a picture: nothing in it can run. */
export const INERT = "default-src 'none'; sandbox"

/** Headers of a profile picture. */
export const pictureHeaders = {
  'Cache-Control': IMMUTABLE,
  'Content-Security-Policy': INERT,
  'Content-Disposition': 'inline',
} as const

/** Headers of a person's export as a file. */
export const exportHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'no-store',
} as const

/**
 * Whether the browser fetches a page that nobody has asked for yet (`Sec-Purpose`): such a request stores no language
 * and is not counted.
 */
export function isPrefetch({ headers }: { headers: Headers }): boolean {
  return headers.get('Sec-Purpose')?.startsWith('prefetch') ?? false
}
