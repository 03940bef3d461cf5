import { globSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, posix } from 'node:path'
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type V4WorkerOptions,
} from 'miniflare'
import { inProject } from './run.ts'

export interface ServeOptions {
  /** Loopback port; 0 takes a free one. */
  port: number
  /** Folder for D1, R2 and Durable Objects; `false` keeps them until `stop`. */
  persistTo?: string | false
  /** Bindings of text, over `vars` of `wrangler.toml`. */
  vars: Record<string, string>
  /** The build to serve; `dist` of the project by default. */
  dist?: string
  /** Another loopback port, which leads to the worker itself, without what the edge does. */
  plainPort?: number
  /** Loopback port of V8's inspector, for looking into the worker. */
  inspectorPort?: number
  /** A module that stands as the main one around `local-edge.mjs`, for measuring. */
  wrapper?: string
  /** Called with each line the worker writes; standard output by default. */
  log?: (line: string, level: string) => void
}

export interface Served {
  /** `http://127.0.0.1:8787`, the same after `setVars`. */
  origin: string
  miniflare: Miniflare
  /** Stay valid across `setVars`. */
  db: D1Database
  r2: R2Bucket
  /** Starts the worker anew with these bindings changed (`undefined` removes one); storage stays. */
  setVars(vars: Record<string, string | undefined>): Promise<void>
  /** Does what a cron trigger does and waits for it. */
  triggerCron(cron?: string): Promise<void>
  /** Throws a live Durable Object out of memory; its sockets are closed or hibernate. */
  evict(className: string, name: string, webSockets?: 'close' | 'hibernate'): Promise<void>
  stop(): Promise<void>
}

/** The part of Wrangler's built configuration that the local server needs. */
interface BuiltConfig {
  name: string
  main: string
  compatibility_date: string
  compatibility_flags: string[]
  vars: Record<string, string>
  triggers: { crons?: string[] }
  assets: {
    binding: string
    directory: string
    html_handling: string
    not_found_handling: string
    run_worker_first: string[]
  }
  durable_objects: { bindings: { name: string; class_name: string }[] }
  d1_databases: { binding: string; database_id: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
}

/** What Miniflare's worker offers beyond `fetch`. */
interface Scheduled {
  scheduled(event: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>
}

type Module = {
  type: 'ESModule' | 'CompiledWasm' | 'Text' | 'Data'
  path: string
  contents?: string
}

const moduleTypes: Record<string, Module['type']> = {
  '.mjs': 'ESModule',
  '.js': 'ESModule',
  '.wasm': 'CompiledWasm',
  '.txt': 'Text',
  '.html': 'Text',
  '.bin': 'Data',
}

/** URL paths that static files answer before the worker is asked, as `run_worker_first` has it. */
function staticPaths(client: string, workerFirst: string[]): string[] {
  const isWorkerFirst = (path: string) =>
    workerFirst.some((rule) =>
      rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : path === rule,
    )
  return globSync('**/*', { cwd: client, withFileTypes: true })
    .filter((file) => file.isFile() && !/^(_headers|_redirects|\.assetsignore)$/.test(file.name))
    .map((file) => encodeURI(posix.join('/', file.parentPath.slice(client.length), file.name)))
    .flatMap((path) => {
      if (!path.endsWith('.html')) return [path]
      const bare = path.replace(/(\/index)?\.html$/, '')
      return [path, bare, `${bare}/`]
    })
    .filter((path) => !isWorkerFirst(path))
}

function modules(server: string, main: string, statics: string[], wrapper?: string): Module[] {
  const built = globSync('**/*', { cwd: server }).flatMap((path): Module[] => {
    const type = moduleTypes[posix.extname(path)]
    return type ? [{ type, path: join(server, path) }] : []
  })
  const edge = readFileSync(inProject('scripts/local-edge.mjs'), 'utf8')
  const outermost: Module[] = wrapper
    ? [
        {
          type: 'ESModule',
          path: join(server, 'wrapper.mjs'),
          contents: readFileSync(wrapper, 'utf8'),
        },
      ]
    : []
  return [
    ...outermost,
    {
      type: 'ESModule',
      path: join(server, 'local-edge.mjs'),
      contents: edge.replaceAll('./entry.mjs', `./${main}`),
    },
    {
      type: 'ESModule',
      path: join(server, 'edge-assets.mjs'),
      contents: `export const staticPaths = new Set(${JSON.stringify(statics)})`,
    },
    ...built,
  ]
}

function workerOptions(
  dist: string,
  wrapper?: string,
): { worker: V4WorkerOptions; config: BuiltConfig } {
  const server = join(dist, 'server')
  const config: BuiltConfig = JSON.parse(readFileSync(join(server, 'wrangler.json'), 'utf8'))
  const client = join(server, config.assets.directory)
  const statics = staticPaths(client, config.assets.run_worker_first)
  const worker = {
    name: config.name,
    rootPath: server,
    modulesRoot: server,
    modules: modules(server, config.main, statics, wrapper),
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    d1Databases: Object.fromEntries(config.d1_databases.map((d) => [d.binding, d.database_id])),
    r2Buckets: Object.fromEntries(config.r2_buckets.map((b) => [b.binding, b.bucket_name])),
    durableObjects: Object.fromEntries(
      config.durable_objects.bindings.map((binding) => [
        binding.name,
        { className: binding.class_name, useSQLite: true },
      ]),
    ),
    assets: {
      directory: client,
      binding: config.assets.binding,
      routerConfig: { has_user_worker: true },
      assetConfig: {
        html_handling: config.assets.html_handling,
        not_found_handling: config.assets.not_found_handling,
      },
      run_worker_first: config.assets.run_worker_first,
    },
  } as V4WorkerOptions
  return { worker, config }
}

/** A loopback port nobody listens on; throws `EADDRINUSE` when `port` itself is taken. */
export function freePort(port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const taken = (server.address() as AddressInfo).port
      server.close(() => resolve(taken))
    })
  })
}

/** An object that always speaks to the newest of what `current` answers. */
function forwarding<T extends object>(current: () => T): T {
  return new Proxy({} as T, {
    get(_, key) {
      const target = current()
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Serves the production build on workerd with local D1, R2, Durable Objects and static files. The
 * socket leads straight into the worker: no proxy stands between.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { worker, config } = workerOptions(options.dist ?? inProject('dist'), options.wrapper)
  const port = await freePort(options.port)
  const write = options.log ?? ((line: string) => console.log(line))
  let bindings: Record<string, string> = { ...config.vars, ...options.vars }

  const miniflareOptions = () =>
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      ...(options.inspectorPort && { inspectorPort: options.inspectorPort }),
      handleStructuredLogs: ({ message, level }) => write(message, level),
      ...(options.persistTo && { resourcePersistencePath: options.persistTo }),
      workers: [
        {
          ...worker,
          bindings,
          unsafeDirectSockets: [
            { host: '127.0.0.1', port, entrypoint: 'LocalEdge' },
            ...(options.plainPort ? [{ host: '127.0.0.1', port: options.plainPort }] : []),
          ],
        },
      ],
    })

  const miniflare = new Miniflare(miniflareOptions())
  let db: D1Database
  let r2: R2Bucket
  const connect = async () => {
    await miniflare.ready
    db = (await miniflare.getD1Database(config.d1_databases[0]!.binding)) as unknown as D1Database
    r2 = (await miniflare.getR2Bucket(config.r2_buckets[0]!.binding)) as unknown as R2Bucket
  }
  await connect()

  return {
    origin: `http://127.0.0.1:${port}`,
    miniflare,
    db: forwarding(() => db),
    r2: forwarding(() => r2),
    async setVars(vars) {
      const changed = Object.entries({ ...bindings, ...vars })
      bindings = Object.fromEntries(
        changed.filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      await miniflare.setOptions(miniflareOptions())
      await connect()
    },
    async triggerCron(cron = config.triggers.crons?.[0] ?? '') {
      const target = (await miniflare.getWorker()) as unknown as Scheduled
      const { outcome } = await target.scheduled({ cron, scheduledTime: new Date() })
      if (outcome !== 'ok') throw new Error(`The scheduled job ended with '${outcome}'.`)
    },
    async evict(className, name, webSockets = 'hibernate') {
      await miniflare.unsafeEvictDurableObject(config.name, className, { name, webSockets })
    },
    stop: () => miniflare.dispose(),
  }
}
