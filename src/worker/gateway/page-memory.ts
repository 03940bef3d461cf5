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
/** How long another request's rendering is waited for before one's own begins, milliseconds. */
const PATIENCE_MS = 2_000
const MOST_PAGES = 200

const pages = new Map<string, StoredPage>()
const rendering = new Map<string, Promise<StoredPage>>()

/**
 * The page under a key: from this isolate's memory while fresh, else rendered, once for all who wait.
 * Where rendering fails with a 5xx or throws, an older copy is answered while there is one.
 * @param lifetime keeps the rendering alive for the others when the first who asked goes away
 */
export async function rememberedPage(
  key: string,
  nowMs: number,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
  render: () => Promise<Response>,
): Promise<StoredPage> {
  const known = pages.get(key)
  if (known) keep(key, known)
  if (known && nowMs - known.storedAt < FRESH_MS) return known
  const page = await shared(key, nowMs, lifetime, render).catch((error: unknown) => {
    if (known) return known
    throw error
  })
  const isUsable = page.status < 500 || !known || nowMs - known.storedAt > STALE_MS
  return isUsable ? page : known
}

async function shared(
  key: string,
  nowMs: number,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
  render: () => Promise<Response>,
): Promise<StoredPage> {
  const others = rendering.get(key)
  if (others) {
    const page = await Promise.race([others, scheduler.wait(PATIENCE_MS)])
    if (page) return page
  }
  // In place of one that may never end: its request may be gone.
  const own = store(key, nowMs, render).finally(() => {
    if (rendering.get(key) === own) rendering.delete(key)
  })
  rendering.set(key, own)
  lifetime.waitUntil(own.catch(() => undefined))
  return own
}

async function store(
  key: string,
  nowMs: number,
  render: () => Promise<Response>,
): Promise<StoredPage> {
  const response = await render()
  const body = await response.arrayBuffer()
  const page: StoredPage = {
    status: response.status,
    headers: [...response.headers],
    body,
    etag: await etagOf(body),
    storedAt: nowMs,
  }
  if (response.status < 400) keep(key, page)
  return page
}

/** Pages are forgotten in the order in which they were last asked for: a flood of others leaves those in use. */
function keep(key: string, page: StoredPage): void {
  pages.delete(key)
  pages.set(key, page)
  const oldest = pages.keys().next().value
  if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest)
}

async function etagOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 12)
  return `"${btoa(String.fromCharCode(...digest))}"`
}
