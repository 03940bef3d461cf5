/** Whether the `If-None-Match` of a client names this version, compared weakly (RFC 9110 §13.1.2). */
export function etagMatches(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((known) => ['*', opaque(etag)].includes(opaque(known)))
}

/** The tag for a response that may be sent in several encodings: they differ in bytes, not in content. */
export const weakTag = (etag: string): string => `W/${etag}`
