import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Hono } from 'hono'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { listen } from './local/listen.ts'
import { databaseWorker, directDatabase } from './local/direct-database.ts'

interface Uploaded {
  versionId: string
  bindings: Map<string, Record<string, unknown>>
  secrets: Set<string>
  uploads: number
}

const ACCOUNT = '0123456789abcdef0123456789abcdef'
const MAX_DATABASES = 6

class ApiFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const succeeded = (result: unknown = null) =>
  Response.json({
    success: true,
    errors: [],
    messages: [],
    result,
    result_info: { page: 1, per_page: 100, count: 1, total_count: 1 },
  })

/** A worker after an upload, which inherits bindings and secrets of the one before. */
async function uploaded(form: FormData, before: Uploaded | undefined): Promise<Uploaded> {
  const metadata = JSON.parse(String(form.get('metadata'))) as {
    bindings: { name: string; type: string }[]
  }
  const secrets = new Set(before?.secrets)
  const bindings = new Map<string, Record<string, unknown>>()
  for (const binding of metadata.bindings) {
    const { name, type } = binding
    const inherited = type === 'inherit' ? before?.bindings.get(name) : undefined
    if (type === 'inherit' && !secrets.has(name) && !inherited)
      throw new ApiFailure(400, 10057, `inherit binding '${name}' is invalid`)
    if (type === 'secret_text') secrets.add(name)
    bindings.set(name, { ...(inherited ?? binding) })
  }
  const uploads = (before?.uploads ?? 0) + 1
  return { versionId: crypto.randomUUID(), bindings, secrets, uploads }
}

export type CloudflareApi = Awaited<ReturnType<typeof startCloudflareApi>>

/**
 * Cloudflare API stand-in on loopback: the real Wrangler publishes to an empty account.
 * Databases are real Miniflare ones; buckets are only names; uploaded workers are stored and never run.
 */
export async function startCloudflareApi() {
  const bindings = Array.from({ length: MAX_DATABASES }, (_, index) => `DB${index}`)
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ workers: [databaseWorker(bindings)] }),
  )
  const databases: { name: string; uuid: string; created_at: string; version: string }[] = []
  const files = new Map<string, string>()
  const workers = new Map<string, Uploaded>()
  const buckets = new Set<string>()
  /** Content types by bucket and key. */
  const objects: Record<string, string | undefined> = {}
  const domains: string[] = []
  /** Requests that may change something, `POST /d1/database`. */
  const changes: string[] = []
  const failures: { failing: RegExp | undefined } = { failing: undefined }

  const indexOf = (key: string) => {
    const index = databases.findIndex(({ name, uuid }) => name === key || uuid === key)
    if (index < 0) throw new ApiFailure(404, 7404, `The database ${key} could not be found`)
    return index
  }
  const d1 = (key: string) => directDatabase(miniflare, `DB${indexOf(key)}`)
  const workerOf = (name: string) => {
    const worker = workers.get(name)
    if (!worker) throw new ApiFailure(404, 10007, 'This Worker does not exist on your account.')
    return worker
  }

  const account = new Hono()
  account.use(async (c, next) => {
    const path = c.req.path.replace(`/accounts/${ACCOUNT}`, '')
    if (c.req.method !== 'GET' && !path.endsWith('/query')) changes.push(`${c.req.method} ${path}`)
    if (failures.failing?.test(path))
      throw new ApiFailure(500, 10013, 'An unknown error has occurred.')
    await next()
  })

  account.get('/d1/database', (c) => {
    const name = c.req.query('name')
    return succeeded(databases.filter((database) => !name || database.name === name))
  })
  account.post('/d1/database', async (c) => {
    const { name } = await c.req.json<{ name: string }>()
    const created_at = new Date().toISOString()
    databases.push({ name, uuid: crypto.randomUUID(), created_at, version: 'production' })
    return succeeded(databases.at(-1))
  })
  account.get('/d1/database/:key', (c) => succeeded(databases[indexOf(c.req.param('key'))]))
  account.post('/d1/database/:key/query', async (c) => {
    const { sql, params = [] } = await c.req.json<{ sql: string; params?: unknown[] }>()
    // Of several statements, D1 returns the rows of the last.
    const statement = d1(c.req.param('key')).prepare(sql)
    const { results, meta } = await statement.bind(...params).all()
    return succeeded([{ results, success: true, meta }])
  })
  account.post('/d1/database/:key/import', async (c) => {
    const { action, etag } = await c.req.json<{ action: string; etag: string }>()
    if (action === 'init')
      return succeeded({ success: true, upload_url: `${origin}/upload/${etag}`, filename: etag })
    // A migration has several statements; each ends at the end of a line, and `prepare` takes one.
    const statements = files.get(etag)!.split(/;\n/)
    const db = d1(c.req.param('key'))
    const prepared = statements.filter((text) => text.trim()).map((text) => db.prepare(text))
    await db.batch(prepared)
    const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 }
    const result = { num_queries: prepared.length, final_bookmark: 'bookmark', meta }
    return succeeded({ success: true, status: 'complete', messages: [], type: 'import', result })
  })

  account.get('/r2/buckets', () =>
    succeeded({ buckets: Array.from(buckets, (name) => ({ name })) }),
  )
  account.get('/r2/buckets/:name', (c) => {
    if (buckets.has(c.req.param('name'))) return succeeded({ name: c.req.param('name') })
    throw new ApiFailure(404, 10006, 'The specified bucket does not exist.')
  })
  account.post('/r2/buckets', async (c) => {
    buckets.add((await c.req.json<{ name: string }>()).name)
    return succeeded({})
  })
  account.put('/r2/buckets/:name/objects/:key', (c) => {
    objects[`${c.req.param('name')}/${c.req.param('key')}`] = c.req.header('Content-Type')
    return succeeded({})
  })

  account.get('/workers/services/:name', (c) => {
    workerOf(c.req.param('name'))
    const default_environment = { environment: 'production', script: {} }
    return succeeded({ id: c.req.param('name'), default_environment })
  })
  account.put('/workers/scripts/:name', async (c) => {
    const name = c.req.param('name')
    const worker = await uploaded(await c.req.formData(), workers.get(name))
    workers.set(name, worker)
    return succeeded({ id: name, startup_time_ms: 1, deployment_id: worker.versionId })
  })
  account.get('/workers/scripts/:name/secrets', (c) => {
    const { secrets } = workerOf(c.req.param('name'))
    return succeeded(Array.from(secrets, (name) => ({ name, type: 'secret_text' })))
  })
  account.get('/workers/scripts/:name/settings', (c) =>
    succeeded({ bindings: [...workerOf(c.req.param('name')).bindings.values()] }),
  )
  const made = { source: 'wrangler', author_email: 'a@ichimon.example' }
  account.get('/workers/scripts/:name/deployments', (c) => {
    const { versionId } = workerOf(c.req.param('name'))
    const versions = [{ version_id: versionId, percentage: 100 }]
    const dated = { ...made, created_on: new Date().toISOString() }
    const deployment = { ...dated, id: '1', strategy: 'percentage', annotations: {}, versions }
    return succeeded({ deployments: [deployment] })
  })
  account.get('/workers/scripts/:name/versions/:version', (c) => {
    const { versionId } = workerOf(c.req.param('name'))
    const metadata = { ...made, created_on: new Date().toISOString() }
    const resources = { bindings: [], script: { handlers: [] }, script_runtime: {} }
    return succeeded({ id: versionId, number: 1, metadata, annotations: {}, resources })
  })
  account.post('/workers/scripts/:name/assets-upload-session', () =>
    succeeded({ jwt: 'completed', buckets: [] }),
  )
  account.put('/workers/scripts/:name/domains/records', async (c) => {
    const { origins } = await c.req.json<{ origins: { hostname: string }[] }>()
    domains.push(...origins.map(({ hostname }) => hostname))
    return succeeded([])
  })
  account.post('/workers/scripts/:name/domains/changeset', () =>
    succeeded({ added: [], removed: [], updated: [], conflicting: [] }),
  )
  account.get('/workers/workers/:name', (c) => {
    workerOf(c.req.param('name'))
    const subdomain = { enabled: true, previews_enabled: false }
    return succeeded({ name: c.req.param('name'), subdomain })
  })
  account.get('/workers/subdomain', () => succeeded({ subdomain: 'stand-in' }))
  account.all('/workers/scripts/:name/subdomain', () =>
    succeeded({ enabled: true, previews_enabled: true }),
  )

  const app = new Hono()
  app.route(`/accounts/${ACCOUNT}`, account)
  app.put('/upload/:etag', async (c) => {
    const bytes = Buffer.from(await c.req.arrayBuffer())
    files.set(c.req.param('etag'), bytes.toString())
    return c.body(null, 200, { ETag: `"${createHash('md5').update(bytes).digest('hex')}"` })
  })
  app.notFound(() => succeeded())
  app.onError((error) => {
    const { status = 400, code = 10000, message } = error as Partial<ApiFailure>
    const body = { success: false, errors: [{ code, message }], messages: [], result: null }
    return Response.json(body, { status })
  })

  const { origin, stop } = await listen(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const body = method === 'GET' ? null : await buffer(incoming)
    const init = { method, headers: headers as Record<string, string>, body }
    const response = await app.request(url, init)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.bytes())
  })
  return Object.assign(failures, {
    env: {
      CLOUDFLARE_API_BASE_URL: origin,
      CLOUDFLARE_API_TOKEN: 'stand-in',
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CI: '1',
    },
    changes,
    workers,
    buckets,
    objects,
    domains,
    database: d1,
    async stop() {
      await stop()
      await miniflare.dispose()
    },
  })
}
