import { LruMap } from './lru-map.ts'

/** Covers `<style>` elements and `style` attributes without escaped characters. */
export async function styleSources(documents: string[]): Promise<string> {
  const styles = documents.flatMap((document) => [
    ...Array.from(document.matchAll(/<style>([^]*?)<\/style>/g), ([, css = '']) => css),
    ...Array.from(document.matchAll(/ style="([^"]*)"/g), ([, css = '']) => css),
  ])
  const hashes = await Promise.all([...new Set(styles)].map(cspHash))
  return `'unsafe-hashes' ${hashes.join(' ')}`
}

export async function cspHash(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

const INLINE = /<(script|style)\b([^>]*)>([^]*?)<\/\1>/g
const HASH_SOURCE = / '(sha256-[^']+)'/g
const hashes = new LruMap<string, Promise<string>>(100)

/** Astro lists the hashes of all pages in each policy; drops those that this page does not use. */
export async function withOwnHashes(policy: string, html: string): Promise<string> {
  const inline = Array.from(html.matchAll(INLINE), ([, , , content = '']) => content)
  const pageHashes = new Set(await Promise.all(inline.filter(Boolean).map(knownHash)))
  return policy.replaceAll(HASH_SOURCE, (source, hash: string) =>
    pageHashes.has(`'${hash}'`) ? source : '',
  )
}

function knownHash(content: string): Promise<string> {
  const hash = hashes.get(content) ?? cspHash(content)
  hashes.set(content, hash)
  return hash
}
