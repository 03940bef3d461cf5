import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { builtSite, type EdgeSettings } from './built-worker.ts'
import { databaseWorker, directDatabase, workerOf } from './direct-database.ts'
import { quickFetch } from './quick-fetch.ts'
import { freePort } from './free-port.ts'
import { guardOpenFiles } from './guard-open-files.ts'
import { inProject } from './run.ts'

export interface ServeOptions {
  port: number
  /** Folder of D1, R2 and Durable Objects; `false` is temporary until `stop`. */
  persistTo?: string | false
  vars: Record<string, string>
  dist?: string
  /** Enables `setVars` without a restart. */
  changesVars?: boolean
  /** Limit of workerd's file descriptors; requests near it get 503. */
  maxOpenFiles?: number
  hasWorkersAi?: boolean
  edge?: EdgeSettings
  /** Main module that wraps `local-edge.mjs`, for measuring. */
  wrapper?: string
  log: (line: string, level: string) => void
}

type ChangedVars = Record<string, string | undefined>

export interface Served {
  /** `http://127.0.0.1:8787`; stays across restarts. */
  origin: string
  miniflare: Miniflare
  db: D1Database
  r2: R2Bucket
  vars(): Readonly<Record<string, string>>
  /**
   * Changes variables of the running worker, `undefined` removes one; caches stay.
   * Restarts it without `changesVars`.
   */
  setVars(vars: ChangedVars): Promise<void>
  /** Restarts with changed variables and empty caches; storage and address stay. */
  restart(vars?: ChangedVars): Promise<void>
  triggerCron(): Promise<void>
  /** Runs the alarm of a live room now, if one is set. Only with `changesVars`. */
  ring(room: string): Promise<void>
  /** Evicts a live Durable Object; its sockets close or hibernate. */
  evict(className: string, name: string, webSockets?: 'close' | 'hibernate'): Promise<void>
  /** With `maxOpenFiles`, first refuses new requests and waits for the open calls, up to 8 s. */
  stop(): Promise<void>
}

const MAX_DRAIN_MS = 8_000

interface Scheduled {
  scheduled(event: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>
}

/** workerd logs a stack when a client disconnects before its response. */
export function isClientDisconnect(line: string): boolean {
  return /disconnected: |Broken pipe|Connection reset by peer|^stack: /.test(line)
}

/** The worker's own lines are JSON without queries; workerd's name the address of a malformed request. */
export const withoutQuery = (line: string): string =>
  line.startsWith('{') ? line : line.replace(/\?\S+/g, '?…')

/** Proxy of asynchronous methods, each called on the current object. */
function forwarding<T extends object>(current: () => Promise<T>): T {
  return new Proxy({} as T, {
    get:
      (_, key) =>
      async (...args: unknown[]) => {
        const target = await current()
        return (Reflect.get(target, key) as (...args: unknown[]) => unknown).apply(target, args)
      },
  })
}

const socket = (entrypoint: string, port: number | undefined) =>
  port ? [{ host: '127.0.0.1', port, entrypoint }] : []

/**
 * Serves a production build on workerd with local D1, R2, Durable Objects and static files.
 * The socket leads directly to the worker, without a proxy.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const dist = options.dist ?? inProject('dist')
  const main = builtSite(dist, options.wrapper, options.edge)
  const databaseIds = main.worker.d1Databases as Record<string, string>
  const port = await freePort(options.port)
  const admissionPort = options.maxOpenFiles ? await freePort() : undefined
  const variablesPort = options.changesVars ? await freePort() : undefined
  const databasePort = options.changesVars ? await freePort() : undefined
  const fetchDatabase = (_: string, init: RequestInit) =>
    quickFetch(new URL(`http://127.0.0.1:${databasePort}`), init)
  const ai = options.hasWorkersAi && workerOf('workers-ai', 'workers-ai.mjs')
  let bindings: Record<string, string> = { ...main.config.vars, ...options.vars }

  const miniflareOptions = () =>
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      unsafeHandleRuntimeRestart: () =>
        options.log('The server process (workerd) crashed and was restarted.', 'error'),
      handleStructuredLogs: ({ message, level }) => options.log(withoutQuery(message), level),
      ...(options.persistTo && { resourcePersistencePath: options.persistTo }),
      workers: [
        {
          ...main.worker,
          serviceBindings: ai ? { AI: { name: ai.name!, entrypoint: 'WorkersAi' } } : {},
          bindings,
          unsafeDirectSockets: [
            ...socket('LocalEdge', port),
            ...socket('Admission', admissionPort),
            ...socket('Variables', variablesPort),
          ],
        },
        ...(ai ? [ai] : []),
        databaseWorker(databaseIds, databasePort),
      ],
    })

  const miniflare = new Miniflare(miniflareOptions())
  await miniflare.ready
  const bucket = main.config.r2_buckets[0]!
  const admit = (method: 'PUT' | 'POST' | 'DELETE') =>
    fetch(`http://127.0.0.1:${admissionPort}`, {
      method,
      signal: AbortSignal.timeout(MAX_DRAIN_MS),
    }).catch(() => undefined)
  const endGuard =
    options.maxOpenFiles &&
    guardOpenFiles(options.maxOpenFiles, (isFull) => void admit(isFull ? 'PUT' : 'DELETE'))

  const keepVars = (vars: ChangedVars) => {
    const changed = Object.entries({ ...bindings, ...vars })
    bindings = Object.fromEntries(
      changed.filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
  }
  const control = async (method: string, body: string) => {
    const url = `http://127.0.0.1:${variablesPort}`
    const { ok, status } = await fetch(url, { method, headers: { Connection: 'close' }, body })
    if (!ok) throw new Error(`The worker was not controlled: ${status}.`)
  }
  const restart = async (vars: ChangedVars = {}) => {
    keepVars(vars)
    await miniflare.setOptions(miniflareOptions())
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    miniflare,
    db: directDatabase(miniflare, 'DB', databasePort === undefined ? undefined : fetchDatabase),
    // Lazy: the stub starts a thread, half as long as the rest of the start.
    r2: forwarding(
      async () =>
        (await miniflare.getR2Bucket(bucket.binding, main.config.name)) as unknown as R2Bucket,
    ),
    vars: () => bindings,
    restart,
    async setVars(vars) {
      if (!variablesPort) return restart(vars)
      await control(
        'PATCH',
        JSON.stringify(vars, (_, value: unknown) => value ?? null),
      )
      keepVars(vars)
    },
    async triggerCron() {
      const cron = main.config.triggers.crons?.[0] ?? ''
      const worker = (await miniflare.getWorker(main.config.name)) as unknown as Scheduled
      const { outcome } = await worker.scheduled({ cron, scheduledTime: new Date() })
      if (outcome !== 'ok') throw new Error(`The scheduled job ended with '${outcome}'.`)
    },
    ring: (room) => control('POST', room),
    async evict(className, name, webSockets = 'hibernate') {
      await miniflare.unsafeEvictDurableObject(main.config.name, className, { name, webSockets })
    },
    async stop() {
      if (endGuard) {
        endGuard()
        await admit('POST')
      }
      await miniflare.dispose()
    },
  }
}
