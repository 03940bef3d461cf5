import { globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { V4WorkerOptions } from 'miniflare'
import { inProject } from './run.ts'

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
  d1_databases: { binding: string; database_id?: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  images: { binding: string }
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

/** Paths served as static files before the worker runs (`run_worker_first`). */
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

function modules(server: string): Module[] {
  return globSync('**/*', { cwd: server })
    .flatMap((path): Module[] => {
      const type = moduleTypes[posix.extname(path)]
      return type ? [{ type, path: join(server, path) }] : []
    })
    .sort((one, other) => statSync(one.path).size - statSync(other.path).size)
}

export interface EdgeSettings {
  /** Header in which a proxy gives the client's address, as its last entry. */
  addressHeader?: string
  /** Refuses every `Host` but loopback names. */
  isLocalOnly?: boolean
}

function edgeModules(
  server: string,
  main: string,
  statics: string[],
  wrapper: string | undefined,
  { addressHeader = 'CF-Connecting-IP', isLocalOnly = false }: EdgeSettings,
): Module[] {
  const esModule = (name: string, contents: string): Module => ({
    type: 'ESModule',
    path: join(server, name),
    contents,
  })
  const edge = readFileSync(inProject('harness/local/local-edge.mjs'), 'utf8')
  return [
    ...(wrapper ? [esModule('wrapper.mjs', readFileSync(wrapper, 'utf8'))] : []),
    esModule('local-edge.mjs', edge.replaceAll('./entry.mjs', `./${main}`)),
    esModule(
      'edge-settings.mjs',
      `export const staticPaths = new Set(${JSON.stringify(statics)})
export const addressHeader = ${JSON.stringify(addressHeader)}
export const isLocalOnly = ${isLocalOnly}`,
    ),
  ]
}

/** The built site; its entrypoint `LocalEdge` emulates Cloudflare's edge. */
export function builtSite(dist: string, wrapper?: string, edge: EdgeSettings = {}) {
  const server = join(dist, 'server')
  const config: BuiltConfig = JSON.parse(readFileSync(join(server, 'wrangler.json'), 'utf8'))
  const client = join(server, config.assets.directory)
  const statics = staticPaths(client, config.assets.run_worker_first)
  const worker = {
    name: config.name,
    rootPath: server,
    modulesRoot: server,
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    // As in Wrangler, a database without an id uses its binding's name.
    d1Databases: Object.fromEntries(
      config.d1_databases.map((d) => [d.binding, d.database_id ?? d.binding]),
    ),
    r2Buckets: Object.fromEntries(config.r2_buckets.map((b) => [b.binding, b.bucket_name])),
    images: { binding: config.images.binding },
    durableObjects: Object.fromEntries(
      config.durable_objects.bindings.map((binding) => [
        binding.name,
        { className: binding.class_name, useSQLite: true },
      ]),
    ),
    modules: [...edgeModules(server, config.main, statics, wrapper, edge), ...modules(server)],
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
