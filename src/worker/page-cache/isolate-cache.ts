/** A page as it left the renderer; `body` is the same bytes for everybody. */
export interface CachedPage {
  status: number
  headers: [string, string][]
  body: ArrayBuffer
  etag: string
  /** Epoch milliseconds of its rendering, as far as this side of Cloudflare's cache knows. */
  storedAt: number
}

/** Where copies outlive this isolate (`page-store.ts`). */
export interface PageStore {
  read(key: string): Promise<CachedPage | undefined>
  write(key: string, page: CachedPage): Promise<void>
}

export interface PageRequest {
  /** The same for two readers only if the page is. */
  key: string
  /** Epoch milliseconds. */
  nowMs: number
  /** Keeps the rendering alive for the others when the first who asked goes away. */
  lifetime: Pick<ExecutionContext, 'waitUntil'>
  store?: PageStore
  render: () => Promise<Response>
}

/** How long a page is answered without rendering it again, milliseconds, by this memory and the store together. */
export const TTL_MS = 3_000
/** How long a page stands in for one whose rendering fails or takes too long, milliseconds. */
export const STALE_MS = 3_600_000
/** How long a rendering is waited for: another request's before one's own begins, any while there is an older copy. */
const PATIENCE_MS = 2_000
/** How long after a failure readers get the older copy without a further try, milliseconds. */
const PAUSE_MS = 1_000
const MOST_PAGES = 200

const pages = new Map<string, CachedPage>()
const rendering = new Map<string, Promise<CachedPage>>()
/** When a page whose rendering failed may be tried again, epoch milliseconds. */
const pauses = new Map<string, number>()
/** How often something was forgotten: what was begun before may hold what is gone since. */
let forgettings = 0

export const isFresh = (page: CachedPage, nowMs: number): boolean => nowMs - page.storedAt < TTL_MS

/**
 * The page under a key: from this isolate's memory while fresh, then from the store while fresh, else rendered, once
 * for all who wait. Where rendering fails with a 5xx, throws or takes too long, an older copy is answered while there
 * is one; `isFresh` tells which it is.
 */
export async function getOrRender(asked: PageRequest): Promise<CachedPage> {
  const { key, nowMs } = asked
  const copy = usable(pages.get(key), nowMs)
  if (!copy) return shared(asked)
  keep(key, copy)
  if (isFresh(copy, nowMs) || nowMs < (pauses.get(key) ?? 0)) return copy
  const page = await Promise.race([shared(asked), scheduler.wait(PATIENCE_MS)])
  if (!page) pause(key, nowMs + PATIENCE_MS)
  return page ?? copy
}

/** Takes out what was made before something on these pages was deleted. */
export function purgeIsolateCache(isConcerned: (page: CachedPage) => boolean): void {
  for (const [key, page] of pages) if (isConcerned(page)) pages.delete(key)
  forgettings++
  rendering.clear()
}

/** What a page may be forgotten by. */
export function tagsOf({ headers }: CachedPage): string[] {
  return headers.flatMap(([name, value]) => (name === 'page-tags' ? value.split(',') : []))
}

function usable(page: CachedPage | undefined, nowMs: number): CachedPage | undefined {
  return page && nowMs - page.storedAt < STALE_MS ? page : undefined
}

async function shared(asked: PageRequest): Promise<CachedPage> {
  const others = rendering.get(asked.key)
  if (others) {
    const page = await Promise.race([others, scheduler.wait(PATIENCE_MS)])
    if (page) return page
  }
  // Beside one that may never end: its request may be gone.
  const own = obtained(asked).finally(() => {
    if (rendering.get(asked.key) === own) rendering.delete(asked.key)
  })
  rendering.set(asked.key, own)
  asked.lifetime.waitUntil(own.catch(() => undefined))
  if (!others) return own
  const good = others.then(
    (page) => (page.status < 500 ? page : own),
    () => own,
  )
  return Promise.race([good, own])
}

async function obtained({ key, nowMs, lifetime, store, render }: PageRequest): Promise<CachedPage> {
  const before = forgettings
  const isOutdated = () => forgettings !== before
  const stored = usable(await store?.read(key).catch(() => undefined), nowMs)
  const known = usable(pages.get(key), nowMs)
  const older = stored && stored.storedAt > (known?.storedAt ?? -Infinity) ? stored : known
  /** The older copy, unless it may be what was forgotten meanwhile: then what is still remembered. */
  const left = () => (isOutdated() ? usable(pages.get(key), nowMs) : older)
  if (older && isFresh(older, nowMs) && !isOutdated()) return keep(key, older)
  try {
    const page = await pageOf(render, nowMs)
    if (page.status < 400) {
      if (isOutdated()) return page
      // A page that is asked for once, such as by a crawler or under a made-up host, takes no room and no time.
      if (store && older) lifetime.waitUntil(store.write(key, page).catch(() => undefined))
      pauses.delete(key)
      return keep(key, page)
    }
    if (page.status < 500 || !left()) return page
  } catch (error) {
    if (!left()) throw error
  }
  pause(key, nowMs)
  return keep(key, left()!)
}

async function pageOf(render: () => Promise<Response>, nowMs: number): Promise<CachedPage> {
  const response = await render()
  const body = await response.arrayBuffer()
  return {
    status: response.status,
    headers: [...response.headers],
    body,
    etag: await etagOf(body),
    storedAt: nowMs,
  }
}

/** Pages are forgotten in the order in which they were last asked for: a flood of others leaves those in use. */
function keep(key: string, page: CachedPage): CachedPage {
  pages.delete(key)
  pages.set(key, page)
  const oldest = pages.keys().next().value
  if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest)
  return page
}

function pause(key: string, nowMs: number): void {
  if (pauses.size >= MOST_PAGES) pauses.clear()
  pauses.set(key, nowMs + PAUSE_MS)
}

async function etagOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 12)
  return `"${btoa(String.fromCharCode(...digest))}"`
}
