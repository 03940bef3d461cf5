import { HOUR_MS } from '../../domain/durations.ts'
import { LruMap } from '../http/lru-map.ts'
import type { Lifetime } from '../http/lifetime.ts'

/** A response as it was rendered; every reader gets the same bytes. */
export interface CachedPage {
  status: number
  headers: [string, string][]
  body: ArrayBuffer
  etag: string
  /** Epoch milliseconds at which this isolate received it from the renderer. */
  storedAt: number
}

/** Copies that outlive this isolate (`edge-cache.ts`), read only when rendering fails. */
export interface FallbackStore {
  read(key: string): Promise<CachedPage | undefined>
  write(key: string, page: CachedPage): Promise<void>
}

interface CacheRequest {
  /** Two requests have the same key only if they have the same response. */
  key: string
  /** Epoch milliseconds. */
  nowMs: number
  /** Keeps a render alive for the other waiters when the client that started it disconnects. */
  lifetime: Lifetime
  fallback?: FallbackStore
  render: () => Promise<Response>
}

interface CacheOptions {
  /** TTL of a response. */
  ttlMs: number
  /** How long a response replaces one whose render fails or is slow. */
  staleMs: number
}

/** Responses that an isolate keeps. */
const MAX_ENTRIES = 200
/** How long a request waits for a render before it serves a stale copy or replaces the render. */
const RENDER_TIMEOUT_MS = 2_000
/** How old a copy may be to be served, without waiting, while another request renders. */
const STALE_WHILE_RENDERING_MS = 10_000
/** How long stale copies are served after a failed render before the next attempt. */
const RETRY_AFTER_MS = 1_000

interface Flight {
  page: Promise<CachedPage>
}

/**
 * Responses in this isolate's memory, by key.
 *
 * Single flight: concurrent misses share one render. A render may be orphaned, since a promise is never settled when
 * the request that made it was cancelled. After `RENDER_TIMEOUT_MS` the first waiter replaces it, and the others wait
 * for whichever of the two ends first.
 *
 * Stale on error: when a render fails with 5xx, throws or is slow, a copy of at most `staleMs` is served, from memory
 * or else from the fallback store.
 */
export class IsolateCache {
  readonly #pages: LruMap<string, CachedPage>
  readonly #flights = new Map<string, Flight>()
  /** Epoch milliseconds until which a key whose render failed is not rendered again. */
  readonly #retryAt: LruMap<string, number>
  /** Increases with each purge: a render that began before one may contain what was deleted. */
  #generation = 0

  constructor(readonly options: CacheOptions) {
    this.#pages = new LruMap(MAX_ENTRIES)
    this.#retryAt = new LruMap(MAX_ENTRIES)
  }

  isFresh(page: CachedPage, nowMs: number): boolean {
    return nowMs - page.storedAt < this.options.ttlMs
  }

  /** Whether a fresh response is cached. */
  has(key: string, nowMs: number): boolean {
    const page = this.#pages.get(key)
    return page !== undefined && this.isFresh(page, nowMs)
  }

  /** The cached response while it is fresh, else a rendered one, else a stale copy, for which `isFresh` is false. */
  async getOrRender(request: CacheRequest): Promise<CachedPage> {
    const { key, nowMs } = request
    const copy = this.#usable(this.#pages.get(key), nowMs)
    if (!copy) return this.#renderedOrFallback(request)
    if (this.isFresh(copy, nowMs) || nowMs < (this.#retryAt.get(key) ?? 0)) return copy
    if (this.#flights.has(key) && nowMs - copy.storedAt < STALE_WHILE_RENDERING_MS) return copy
    const flight = this.#flights.get(key) ?? this.#start(request)
    return (await withTimeout(flight.page)) ?? this.#giveUp(request, flight, copy)
  }

  /** Drops the matching pages; no render that is in flight will be stored. */
  purge(matches: (page: CachedPage) => boolean): void {
    for (const [key, page] of this.#pages.entries()) if (matches(page)) this.#pages.delete(key)
    this.#generation++
    this.#flights.clear()
  }

  async #renderedOrFallback(request: CacheRequest): Promise<CachedPage> {
    for (;;) {
      const known = this.#flights.get(request.key)
      const flight = known ?? this.#start(request)
      const page = await withTimeout(flight.page)
      if (page) return page
      const copy = await this.#fallbackCopy(request)
      if (copy) return this.#giveUp(request, flight, copy)
      if (!known) return flight.page
      // Otherwise another waiter has replaced it.
      if (this.#flights.get(request.key) === flight) return this.#start(request, flight).page
    }
  }

  /** Serves the copy and stops waiting for the render, which is stored nevertheless if it ever ends. */
  #giveUp({ key, nowMs }: CacheRequest, flight: Flight, copy: CachedPage): CachedPage {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
    this.#retryAt.set(key, nowMs + RENDER_TIMEOUT_MS + RETRY_AFTER_MS)
    return copy
  }

  /** @param slow the render that this one replaces; its success counts as well, its failure does not */
  #start(request: CacheRequest, slow?: Flight): Flight {
    const own = this.#render(request)
    const page = slow ? Promise.race([successOf(slow.page, own), own]) : own
    const flight = { page }
    const end = () => {
      if (this.#flights.get(request.key) === flight) this.#flights.delete(request.key)
    }
    this.#flights.set(request.key, flight)
    request.lifetime.waitUntil(page.then(end, end))
    return flight
  }

  async #render(request: CacheRequest): Promise<CachedPage> {
    const { key, nowMs, lifetime, fallback, render } = request
    const generation = this.#generation
    try {
      const page = await pageOf(render, nowMs)
      if (page.status >= 500) return (await this.#staleCopy(request, generation)) ?? page
      if (page.status >= 400 || generation !== this.#generation) return page
      // A page that is requested once, for example by a crawler or for a made-up host, is not worth a write.
      if (fallback && this.#pages.get(key))
        lifetime.waitUntil(fallback.write(key, page).catch(() => undefined))
      this.#retryAt.delete(key)
      this.#pages.set(key, page)
      return page
    } catch (error) {
      const copy = await this.#staleCopy(request, generation)
      if (copy) return copy
      throw error
    }
  }

  async #staleCopy(request: CacheRequest, generation: number): Promise<CachedPage | undefined> {
    const { key, nowMs } = request
    const stored = generation === this.#generation ? await this.#fallbackCopy(request) : undefined
    const copy = stored ?? this.#usable(this.#pages.get(key), nowMs)
    if (copy) this.#retryAt.set(key, nowMs + RETRY_AFTER_MS)
    return copy
  }

  /** The fallback store's copy if it is newer than the one in memory; it is then in memory as well. */
  async #fallbackCopy({ key, nowMs, fallback }: CacheRequest): Promise<CachedPage | undefined> {
    const generation = this.#generation
    const copy = this.#usable(await fallback?.read(key).catch(() => undefined), nowMs)
    if (!copy || generation !== this.#generation) return undefined
    if (copy.storedAt <= (this.#pages.get(key)?.storedAt ?? -Infinity)) return undefined
    this.#pages.set(key, copy)
    return copy
  }

  #usable(page: CachedPage | undefined, nowMs: number): CachedPage | undefined {
    return page && nowMs - page.storedAt < this.options.staleMs ? page : undefined
  }
}

/** `undefined` after `RENDER_TIMEOUT_MS`. */
function withTimeout(page: Promise<CachedPage>): Promise<CachedPage | void> {
  return Promise.race([page, scheduler.wait(RENDER_TIMEOUT_MS)])
}

function successOf(page: Promise<CachedPage>, otherwise: Promise<CachedPage>) {
  return page.then(
    (found) => (found.status < 500 ? found : otherwise),
    () => otherwise,
  )
}

/** Rendered pages: 3 s fresh, an hour as a replacement while rendering fails. */
export const pageCache = new IsolateCache({ ttlMs: 3_000, staleMs: HOUR_MS })

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

async function etagOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 12)
  return `"${btoa(String.fromCharCode(...digest))}"`
}
