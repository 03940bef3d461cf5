import type { Context } from 'hono'
import { HOUR_MS } from '../../domain/durations.ts'
import { LruMap } from '../http/lru-map.ts'
import type { GatewayBindings, Lifetime } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'

export interface CachedResponse {
  status: number
  headers: Headers
  body: ArrayBuffer
  /** Start of the render, epoch milliseconds. */
  storedAt: number
}

interface CacheRequest {
  /** Equal keys imply equal responses. */
  key: string
  nowMs: number
  /** Keeps a render alive for other waiters when its client disconnects. */
  lifetime: Lifetime
  render: () => Response | Promise<Response>
}

interface Entry {
  copy?: CachedResponse
  flight?: Promise<CachedResponse> | undefined
  /** A failed render is not repeated before this time, epoch milliseconds. */
  retryAt: number
}

const MAX_ENTRIES = 200
/** How long a request waits before it serves a stale copy or starts another render. */
const RENDER_TIMEOUT_MS = 2_000
/** Maximum age of a copy served without waiting while another request renders. */
const STALE_WHILE_RENDERING_MS = 10_000
/** How long stale copies are served after a failed render before the next attempt. */
const RETRY_AFTER_MS = 1_000

/**
 * Responses in this isolate's memory.
 *
 * - Single flight: concurrent misses share one render. A render may be orphaned (its request was cancelled), so after
 *   `RENDER_TIMEOUT_MS` a waiter starts another, and all wait for whichever ends first.
 * - Stale on error: when a render fails with 5xx, throws or is slow, a copy of at most `staleMs` is served.
 * - Purge: entries are removed, and a render that began before stores into a removed one.
 */
export class ResponseCache {
  readonly #entries = new LruMap<string, Entry>(MAX_ENTRIES)

  constructor(readonly options: { ttlMs: number; staleMs: number }) {}

  isFresh({ storedAt }: CachedResponse, nowMs: number): boolean {
    return Math.abs(nowMs - storedAt) < this.options.ttlMs
  }

  fresh(key: string, nowMs: number): CachedResponse | undefined {
    const copy = this.#entries.get(key)?.copy
    return copy && this.isFresh(copy, nowMs) ? copy : undefined
  }

  /** Returns a fresh or rendered response, else a stale copy with `isFresh` false. */
  async getOrRender(request: CacheRequest): Promise<CachedResponse> {
    const { key, nowMs } = request
    const entry = this.#entries.get(key) ?? { retryAt: 0 }
    this.#entries.set(key, entry)
    const copy = this.#usable(entry, nowMs)
    if (copy && (this.isFresh(copy, nowMs) || nowMs < entry.retryAt)) return copy
    if (copy && entry.flight && nowMs - copy.storedAt < STALE_WHILE_RENDERING_MS) return copy
    for (;;) {
      const joined = entry.flight
      const flight = joined ?? this.#start(entry, request)
      if (!copy && !joined) return flight
      const rendered = await Promise.race([flight, scheduler.wait(RENDER_TIMEOUT_MS)])
      if (rendered) return rendered
      const isCurrent = entry.flight === flight
      if (copy) {
        if (isCurrent) entry.flight = undefined
        entry.retryAt = nowMs + RENDER_TIMEOUT_MS + RETRY_AFTER_MS
        return copy
      }
      // Otherwise another waiter has replaced it.
      if (isCurrent) return this.#start(entry, request, flight)
    }
  }

  /** Clears the cache; renders in flight store nothing. */
  purge(): void {
    for (const entry of this.#entries.values()) delete entry.copy
    this.#entries.clear()
  }

  /** | @param slow the render that this one replaces; its success still counts, its failure does not */
  #start(entry: Entry, request: CacheRequest, slow?: Promise<CachedResponse>) {
    const own = this.#render(entry, request)
    const flight = slow ? Promise.race([successOf(slow, own), own]) : own
    const end = () => {
      if (entry.flight === flight) entry.flight = undefined
    }
    entry.flight = flight
    request.lifetime.waitUntil(flight.then(end, end))
    return flight
  }

  async #render(entry: Entry, { nowMs, render }: CacheRequest): Promise<CachedResponse> {
    const staleCopy = () => {
      const copy = this.#usable(entry, nowMs)
      if (copy) entry.retryAt = nowMs + RETRY_AFTER_MS
      return copy
    }
    try {
      const response = await render()
      const { status, headers } = response
      const rendered = { status, headers, body: await response.arrayBuffer(), storedAt: nowMs }
      if (status >= 500) return staleCopy() ?? rendered
      if (status < 400) Object.assign(entry, { copy: rendered, retryAt: 0 })
      return rendered
    } catch (error) {
      const copy = staleCopy()
      if (copy) return copy
      throw error
    }
  }

  #usable({ copy }: Entry, nowMs: number): CachedResponse | undefined {
    return copy && nowMs - copy.storedAt < this.options.staleMs ? copy : undefined
  }
}

const successOf = (render: Promise<CachedResponse>, otherwise: Promise<CachedResponse>) =>
  render.then(
    (response) => (response.status < 500 ? response : otherwise),
    () => otherwise,
  )

/** Pages and cards: 3 s fresh, 1 h stale on error. */
export const pageCache = new ResponseCache({ ttlMs: 3_000, staleMs: HOUR_MS })

/** By the second purge, renders in flight and reads from a lagging replica are stored. */
const SECOND_PURGE_MS = 5_000
/** Tag of every page that shows comments. */
const ALL_QUESTIONS = 'comments'

/** A purge reaches only the cache of its own entrypoint, hence the inner one. */
type PagesExport = { Pages?: { purge(tags: string[]): Promise<void> } }

/**
 * Purges pages after a removal, before the response and again after `SECOND_PURGE_MS`: pages with comments in Workers
 * Cache, everything in memory. Other isolates and data centres are bounded by TTLs.
 */
export async function purgePages(c: Context<GatewayBindings>): Promise<void> {
  await purge(c)
  c.executionCtx.waitUntil(scheduler.wait(SECOND_PURGE_MS).then(() => purge(c)))
}

/** If Workers Cache refuses, its TTLs are the bound. */
async function purge(c: Context<GatewayBindings>): Promise<void> {
  const { exports } = c.executionCtx as ExecutionContext & { exports?: PagesExport }
  await exports?.Pages?.purge([ALL_QUESTIONS]).catch((error: unknown) => {
    log(c.env, 'warn', 'purge-failed', { error: errorName(error) })
  })
  // Memory last: otherwise a copy read from Workers Cache in the meantime would be kept.
  pageCache.purge()
}
