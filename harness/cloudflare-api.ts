import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { databaseWorker, directDatabase } from './local/direct-database.ts'

/** A worker as it was uploaded. */
interface Uploaded {
  versionId: string
  tag: string | undefined
  /** Bindings by name, as Wrangler sent them. */
  bindings: Map<string, Record<string, unknown>>
  secrets: Set<string>
  uploads: number
}

/**
 * Stands in for Cloudflare's API on loopback, so that the real Wrangler can publish to an empty account. Databases are
 * real ones of Miniflare; workers are kept as they were uploaded, and nothing runs them.
 */
export interface CloudflareApi {
  /** What makes Wrangler use it. */
  env: Record<string, string>
  /** `POST /accounts/…/d1/database` and the like: each request that may change something. */
  changes: string[]
  workers: Map<string, Uploaded>
  buckets: Set<string>
  domains: string[]
  /** Requests to paths of this form fail. */
  failing: RegExp | undefined
  database(name: string): D1Database
  stop(): Promise<void>
}

const ACCOUNT = '0123456789abcdef0123456789abcdef'

const MAX_DATABASES = 6

/** A failure as Cloudflare's API words it. */
class ApiFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export async function startCloudflareApi(): Promise<CloudflareApi> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [databaseWorker(Array.from({ length: MAX_DATABASES }, (_, index) => `DB${index}`))],
    }),
  )
  const databases: { name: string; uuid: string; created_at: string; version: string }[] = []
  const workers: CloudflareApi['workers'] = new Map()
  const buckets = new Set<string>()
  const domains: string[] = []
  const changes: string[] = []
  const uploads = new Map<string, string>()
  let origin = ''

  const databaseOf = (key: string) => {
    const index = databases.findIndex(({ name, uuid }) => name === key || uuid === key)
    if (index < 0) throw new ApiFailure(404, 7404, `The database ${key} could not be found`)
    return { index, ...databases[index]! }
  }
  const d1 = (key: string) => directDatabase(miniflare, `DB${databaseOf(key).index}`)
  const workerOf = (name: string) => {
    const worker = workers.get(name)
    if (!worker) throw new ApiFailure(404, 10007, 'This Worker does not exist on your account.')
    return worker
  }

  async function runSql(key: string, sql: string, params: unknown[] = []) {
    const db = d1(key)
    // Several statements run in turn, and the rows are those of the last.
    const { results, meta } = await db
      .prepare(sql)
      .bind(...params)
      .all()
    return [{ results, success: true, meta }]
  }

  async function upload(name: string, request: IncomingMessage, bytes: Buffer) {
    const form = await new Response(bytes as unknown as BodyInit, {
      headers: { 'Content-Type': request.headers['content-type'] ?? '' },
    }).formData()
    const metadata = JSON.parse(String(form.get('metadata'))) as {
      bindings: { name: string; type: string }[]
      annotations?: Record<string, string>
    }
    const before = workers.get(name)
    const secrets = new Set(before?.secrets)
    for (const { name: secret, type } of metadata.bindings) {
      if (type === 'inherit' && !secrets.has(secret) && !before?.bindings.has(secret))
        throw new ApiFailure(400, 10057, `inherit binding '${secret}' is invalid`)
      if (type === 'secret_text') secrets.add(secret)
    }
    const inherited = (binding: { name: string; type: string }) =>
      (binding.type === 'inherit' && before?.bindings.get(binding.name)) || binding
    workers.set(name, {
      versionId: crypto.randomUUID(),
      tag: metadata.annotations?.['workers/tag'],
      bindings: new Map(
        metadata.bindings.map((binding) => [binding.name, { ...inherited(binding) }]),
      ),
      secrets,
      uploads: (before?.uploads ?? 0) + 1,
    })
    return { id: name, startup_time_ms: 1, deployment_id: workers.get(name)!.versionId }
  }

  /** The `result` of a response; `undefined` for a request that it does not know. */
  async function handle(request: IncomingMessage, url: URL, bytes: Buffer): Promise<unknown> {
    const line = `${request.method} ${url.pathname.replace(`/accounts/${ACCOUNT}`, '')}`
    const json = <Body = Record<string, string>>() => JSON.parse(bytes.toString()) as Body
    const matched = (pattern: RegExp) => pattern.exec(line)?.slice(1).map(decodeURIComponent)
    let found: string[] | undefined
    if (line === 'GET /d1/database') {
      const name = url.searchParams.get('name')
      return databases.filter((database) => !name || database.name === name)
    }
    if (line === 'POST /d1/database') {
      const database = { name: json()['name']!, uuid: crypto.randomUUID() }
      databases.push({ ...database, created_at: new Date().toISOString(), version: 'production' })
      return databases.at(-1)
    }
    if ((found = matched(/^GET \/d1\/database\/([^/]+)$/))) return databaseOf(found[0]!)
    if ((found = matched(/^POST \/d1\/database\/([^/]+)\/query$/)))
      return runSql(found[0]!, json()['sql']!, json<{ params?: unknown[] }>().params)
    if ((found = matched(/^POST \/d1\/database\/([^/]+)\/import$/))) {
      const { action, etag } = json<{ action: string; etag: string }>()
      if (action === 'init')
        return { success: true, upload_url: `${origin}/upload/${etag}`, filename: `${etag}.sql` }
      // A file has more than one statement may; ours ends each at the end of a line.
      const statements = uploads
        .get(etag)!
        .split(/;\n/)
        .filter((text) => text.trim())
      const db = d1(found[0]!)
      await db.batch(statements.map((text) => db.prepare(text)))
      const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 }
      const result = { num_queries: statements.length, final_bookmark: 'bookmark', meta }
      return { success: true, status: 'complete', messages: [], type: 'import', result }
    }
    if (line === 'GET /r2/buckets') return { buckets: Array.from(buckets, (name) => ({ name })) }
    if ((found = matched(/^GET \/r2\/buckets\/([^/]+)$/))) {
      if (buckets.has(found[0]!)) return { name: found[0] }
      throw new ApiFailure(404, 10006, 'The specified bucket does not exist.')
    }
    if (line === 'POST /r2/buckets') return buckets.add(json()['name']!) && {}
    if ((found = matched(/^GET \/workers\/services\/([^/]+)$/))) {
      workerOf(found[0]!)
      return { id: found[0], default_environment: { environment: 'production', script: {} } }
    }
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/secrets$/)))
      return Array.from(workerOf(found[0]!).secrets, (name) => ({ name, type: 'secret_text' }))
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/settings$/)))
      return { bindings: [...workerOf(found[0]!).bindings.values()] }
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/deployments$/))) {
      const { versionId } = workerOf(found[0]!)
      const created_on = new Date().toISOString()
      const versions = [{ version_id: versionId, percentage: 100 }]
      return {
        deployments: [
          {
            id: '1',
            source: 'wrangler',
            strategy: 'percentage',
            created_on,
            author_email: 'a@ichimon.example',
            annotations: {},
            versions,
          },
        ],
      }
    }
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/versions\/[^/]+$/))) {
      const { versionId, tag } = workerOf(found[0]!)
      const annotations = { 'workers/tag': tag }
      const metadata = {
        created_on: new Date().toISOString(),
        source: 'wrangler',
        author_email: 'a@ichimon.example',
      }
      return {
        id: versionId,
        number: 1,
        metadata,
        annotations,
        resources: { bindings: [], script: { handlers: [] }, script_runtime: {} },
      }
    }
    if (/^POST \/workers\/scripts\/[^/]+\/assets-upload-session$/.test(line))
      return { jwt: 'completed', buckets: [] }
    if ((found = matched(/^PUT \/workers\/scripts\/([^/]+)$/)))
      return upload(found[0]!, request, bytes)
    if (/^PUT \/workers\/scripts\/[^/]+\/domains\/records$/.test(line)) {
      domains.push(
        ...json<{ origins: { hostname: string }[] }>().origins.map(({ hostname }) => hostname),
      )
      return []
    }
    if ((found = matched(/^GET \/workers\/workers\/([^/]+)$/))) {
      workerOf(found[0]!)
      return { name: found[0], subdomain: { enabled: true, previews_enabled: false } }
    }
    if (/^POST .*\/domains\/changeset$/.test(line))
      return { added: [], removed: [], updated: [], conflicting: [] }
    if (line === 'GET /workers/subdomain') return { subdomain: 'stand-in' }
    if (line.endsWith('/subdomain')) return { enabled: true, previews_enabled: true }
    return undefined
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const url = new URL(request.url!, origin)
    if (url.pathname.startsWith('/upload/')) {
      uploads.set(url.pathname.slice('/upload/'.length), bytes.toString())
      response.setHeader('ETag', `"${createHash('md5').update(bytes).digest('hex')}"`)
      response.end()
      return
    }
    const path = url.pathname.replace(`/accounts/${ACCOUNT}`, '')
    if (request.method !== 'GET' && !path.endsWith('/query'))
      changes.push(`${request.method} ${path}`)
    try {
      if (api.failing?.test(path))
        throw new ApiFailure(500, 10013, 'An unknown error has occurred.')
      const result = await handle(request, url, bytes)
      response.setHeader('Content-Type', 'application/json')
      response.end(
        JSON.stringify({
          success: true,
          errors: [],
          messages: [],
          result: result ?? null,
          result_info: { page: 1, per_page: 100, count: 1, total_count: 1 },
        }),
      )
    } catch (error) {
      const { status = 400, code = 10000, message } = error as ApiFailure
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(
        JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }),
      )
    }
  }

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api: CloudflareApi = {
    failing: undefined,
    env: {
      CLOUDFLARE_API_BASE_URL: origin,
      CLOUDFLARE_API_TOKEN: 'stand-in',
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CI: '1',
    },
    changes,
    workers,
    buckets,
    domains,
    database: d1,
    async stop() {
      server.closeAllConnections()
      server.close()
      await miniflare.dispose()
    },
  }
  return api
}
