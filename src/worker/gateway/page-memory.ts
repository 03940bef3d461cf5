/** A page as it left the renderer; `body` is the same bytes for everybody. */
export interface StoredPage {
  status: number
  headers: [string, string][]
  body: ArrayBuffer
  etag: string
  /** Epoch milliseconds. */
  storedAt: number
}

/** How long a page is answered from memory without asking again, milliseconds. */
const FRESH_MS = 3_000
/** How long a page stands in for one whose rendering fails, milliseconds. */
const STALE_MS = 86_400_000
const MOST_PAGES = 200

const pages = new Map<string, StoredPage>()
const rendering = new Map<string, Promise<StoredPage>>()

/**
 * The page under a key: from this isolate's memory while fresh, else rendered, once for all who wait.
 * Where rendering fails with a 5xx or throws, an older copy is answered while there is one.
 */
export async function rememberedPage(key: string, nowMs: number, render: () => Promise<Response>): Promise<StoredPage> {
  const known = pages.get(key)
  if (known && nowMs - known.storedAt < FRESH_MS) return known
  let pending = rendering.get(key)
  if (!pending) {
    pending = store(key, nowMs, render).finally(() => rendering.delete(key))
    rendering.set(key, pending)
  }
  const page = await pending.catch((error: unknown) => {
    if (known) return known
    throw error
  })
  const isUsable = page.status < 500 || !known || nowMs - known.storedAt > STALE_MS
  return isUsable ? page : known
}

/** Drops every page whose key begins so: after a write that its readers must see at once. */
export function forgetPages(prefix: string): void {
  for (const key of pages.keys()) if (key.startsWith(prefix)) pages.delete(key)
}

async function store(key: string, nowMs: number, render: () => Promise<Response>): Promise<StoredPage> {
  const response = await render()
  const body = await response.arrayBuffer()
  const page: StoredPage = {
    status: response.status,
    headers: [...response.headers],
    body,
    etag: await etagOf(body),
    storedAt: nowMs,
  }
  if (response.status < 500) {
    pages.delete(key)
    pages.set(key, page)
    const oldest = pages.keys().next().value
    if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest)
  }
  return page
}

async function etagOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 12)
  return `"${btoa(String.fromCharCode(...digest))}"`
}
