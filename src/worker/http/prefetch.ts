/**
 * Whether the browser fetches a page that nobody has asked for yet (`Sec-Purpose`): such a request stores no language
 * and is not counted.
 */
export function isPrefetch({ headers }: { headers: Headers }): boolean {
  return headers.get('Sec-Purpose')?.startsWith('prefetch') ?? false
}
