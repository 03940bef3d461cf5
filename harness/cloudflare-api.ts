import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { ApiFailure } from './cloudflare-request.ts'
import { cloudflareStorage } from './cloudflare-storage.ts'
import { cloudflareWorkers, type Uploaded } from './cloudflare-workers.ts'
import { databaseWorker } from './local/direct-database.ts'

/**
 * Cloudflare API stand-in on loopback: the real Wrangler publishes to an empty account.
 * Databases are real Miniflare ones; uploaded workers are stored and never run.
 */
export interface CloudflareApi {
  env: Record<string, string>
  /** Requests that may change something, `POST /accounts/…/d1/database`. */
  changes: string[]
  workers: Map<string, Uploaded>
  buckets: Set<string>
  domains: string[]
  failing: RegExp | undefined
  database(name: string): D1Database
  stop(): Promise<void>
}

const ACCOUNT = '0123456789abcdef0123456789abcdef'

const MAX_DATABASES = 6

export async function startCloudflareApi(): Promise<CloudflareApi> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [databaseWorker(Array.from({ length: MAX_DATABASES }, (_, index) => `DB${index}`))],
    }),
  )
  const changes: string[] = []
  let origin = ''
  const storage = cloudflareStorage(miniflare, () => origin)
  const { workers, domains, handle: handleWorkers } = cloudflareWorkers()

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const url = new URL(request.url!, origin)
    if (url.pathname.startsWith('/upload/')) {
      storage.uploads.set(url.pathname.slice('/upload/'.length), bytes.toString())
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
      const line = `${request.method} ${path}`
      const contentType = request.headers['content-type'] ?? ''
      const read = { line, query: url.searchParams, contentType, bytes }
      const result = (await storage.handle(read)) ?? (await handleWorkers(read))
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
    buckets: storage.buckets,
    domains,
    database: storage.database,
    async stop() {
      server.closeAllConnections()
      server.close()
      await miniflare.dispose()
    },
  }
  return api
}
