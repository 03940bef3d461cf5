/** Headers of a profile picture: the content of an id never changes, and nothing in it can run. */
export const pictureHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
} as const

/** Headers of a person's journal as a file. */
export const journalHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'no-store',
} as const
