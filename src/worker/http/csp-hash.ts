import { createHash } from 'node:crypto'
import { LruMap } from './lru-map.ts'

export const cspHash = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`

const INLINE = /<(script|style)\b([^>]*)>([^]*?)<\/\1>/g
const HASH_SOURCE = / ('sha256-[^']+')/g

/** Hashing a page's styles for each render costs 6 % of it. */
const hashes = new LruMap<string, string>(100)

function knownHash(content: string): string {
  const hash = hashes.get(content) ?? cspHash(content)
  hashes.set(content, hash)
  return hash
}

/** Astro lists the hashes of all pages in each policy; drops those that this page does not use. */
export function withOwnHashes(policy: string, html: string): string {
  const inline = Array.from(html.matchAll(INLINE), ([, , , content = '']) => knownHash(content))
  return policy.replaceAll(HASH_SOURCE, (source, hash: string) =>
    inline.includes(hash) ? source : '',
  )
}
