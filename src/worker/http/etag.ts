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
