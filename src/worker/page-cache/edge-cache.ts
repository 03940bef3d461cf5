import { pageCache, type CachedPage, type FallbackStore } from './isolate-cache.ts'

declare const __BUILD_DATE__: string

/** A copy's status, headers, ETag and time, as JSON: the Cache API changes and adds headers of its own. */
const METADATA = 'X-Page'
const LIFETIME = { 'Cache-Control': `public, max-age=${pageCache.options.staleMs / 1000}` }

/** Typed here because the browser's types, which have no default cache, are in the project too. */
const defaultCache = () => (caches as unknown as { default: Cache }).default

/** The build is part of the key: the files that another build's pages name may be gone. */
const addressOf = (key: string) =>
  `${new URL(key).origin}/.pages/${encodeURIComponent(__BUILD_DATE__)}/${encodeURIComponent(key)}`

/** The key of the time at which a tag was last purged. */
const purgeTimeOf = (origin: string, tag: string) => `${origin}/.pages/purged/${tag}`

/**
 * The last good copy of each page in the data centre's `caches.default`: what an isolate that has just started serves
 * while rendering fails. On a `workers.dev` address that cache stores nothing, so there only memory is left.
 */
export const edgeCache = {
  async read(key) {
    const copy = await defaultCache().match(addressOf(key))
    if (!copy) return undefined
    const page: CachedPage = {
      ...JSON.parse(copy.headers.get(METADATA) ?? ''),
      body: await copy.arrayBuffer(),
    }
    return (await isPurged(key, page)) ? undefined : page
  },

  async write(key, { body, ...page }) {
    const headers = { ...LIFETIME, [METADATA]: JSON.stringify(page) }
    await defaultCache().put(addressOf(key), new Response(body, { headers }))
  },

  /** The Cache API lists no keys, so the time of the purge is stored for each tag and compared on read. */
  async purge(origin: string, tags: readonly string[]) {
    await Promise.all(
      tags.map((tag) => {
        const time = new Response(String(Date.now()), { headers: LIFETIME })
        return defaultCache().put(purgeTimeOf(origin, tag), time)
      }),
    )
  },
} satisfies FallbackStore & Record<string, unknown>

/** The tags by which a page is purged. */
export function tagsOf({ headers }: CachedPage): string[] {
  return headers.flatMap(([name, value]) => (name === 'page-tags' ? value.split(',') : []))
}

async function isPurged(key: string, page: CachedPage): Promise<boolean> {
  const { origin } = new URL(key)
  const times = await Promise.all(
    tagsOf(page).map(async (tag) => (await defaultCache().match(purgeTimeOf(origin, tag)))?.text()),
  )
  return times.some((time) => Number(time) >= page.storedAt)
}
