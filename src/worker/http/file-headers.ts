import { YEAR_S } from '../../domain/durations.ts'

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
