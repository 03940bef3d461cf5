/** Whether a client has this version already: what its `If-None-Match` names, compared weakly (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch
    .split(',')
    .some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')))
}
