import { STALE_MS, tagsOf, type PageStore, type CachedPage } from './isolate-cache.ts'

declare const __BUILD_DATE__: string

/** What a copy is told by besides its body, as JSON: the cache changes and adds headers of its own. */
const PAGE = 'X-Page'
const LIFETIME = { 'Cache-Control': `public, max-age=${STALE_MS / 1000}` }

/** Named here because the browser's types, which know no default cache, are in the project too. */
const cache = () => (caches as unknown as { default: Cache }).default

/**
 * At the site's own host, which is the one that its cache is for, where nothing else is. A build never reads what
 * another left: the files that its pages name may be gone.
 */
const addressOf = (key: string) =>
  `${new URL(key).origin}/.pages/${encodeURIComponent(__BUILD_DATE__)}/${encodeURIComponent(key)}`

/** Where it stands when the copies with a tag were last forgotten. */
const markOf = (origin: string, tag: string) => `${origin}/.pages/forgotten/${tag}`

/**
 * Cloudflare's `caches.default` of the data center, or this machine's: what an isolate that has just started can
 * answer, and what is left to read while pages cannot be rendered.
 */
export const edgeCache = {
  async read(key) {
    const copy = await cache().match(addressOf(key))
    if (!copy) return undefined
    const page: CachedPage = {
      ...JSON.parse(copy.headers.get(PAGE) ?? ''),
      body: await copy.arrayBuffer(),
    }
    return (await isForgotten(key, page)) ? undefined : page
  },

  async write(key, { body, ...page }) {
    const headers = { ...LIFETIME, [PAGE]: JSON.stringify(page) }
    await cache().put(addressOf(key), new Response(body, { headers }))
  },

  /** The cache lists no keys, so what was made until now is told by a mark, whichever isolate it was that stored it. */
  async forget(origin: string, tags: readonly string[]) {
    await Promise.all(
      tags.map((tag) => {
        const mark = new Response(String(Date.now()), { headers: LIFETIME })
        return cache().put(markOf(origin, tag), mark)
      }),
    )
  },
} satisfies PageStore & Record<string, unknown>

async function isForgotten(key: string, page: CachedPage): Promise<boolean> {
  const { origin } = new URL(key)
  const marks = await Promise.all(
    tagsOf(page).map(async (tag) => (await cache().match(markOf(origin, tag)))?.text()),
  )
  return marks.some((mark) => Number(mark) >= page.storedAt)
}
