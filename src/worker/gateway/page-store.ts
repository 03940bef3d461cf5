import { STALE_MS, type PageStore } from './page-memory.ts'

declare const __BUILD_DATE__: string

/** What a copy is told by besides its body, as JSON: the cache changes and adds headers of its own. */
const PAGE = 'X-Page'

/** Named here because the browser's types, which know no default cache, are in the project too. */
const cache = () => (caches as unknown as { default: Cache }).default

/**
 * At the site's own host, which is the one that its cache is for, where nothing else is. A build never reads what
 * another left: the files that its pages name may be gone.
 */
const addressOf = (key: string) =>
  `${new URL(key).origin}/.pages/${encodeURIComponent(__BUILD_DATE__)}/${encodeURIComponent(key)}`

/**
 * Cloudflare's `caches.default` of the data center, or this machine's: what an isolate that has just started can
 * answer, and what is left to read while pages cannot be rendered.
 */
export const edgeStore = {
  async read(key) {
    const copy = await cache().match(addressOf(key))
    if (!copy) return undefined
    return { ...JSON.parse(copy.headers.get(PAGE) ?? ''), body: await copy.arrayBuffer() }
  },

  async write(key, { body, ...page }) {
    const headers = {
      'Cache-Control': `public, max-age=${STALE_MS / 1000}`,
      [PAGE]: JSON.stringify(page),
    }
    await cache().put(addressOf(key), new Response(body, { headers }))
  },

  async remove(key: string) {
    await cache().delete(addressOf(key))
  },
} satisfies PageStore & Record<string, unknown>
