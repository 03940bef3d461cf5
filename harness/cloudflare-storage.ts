import type { Miniflare } from 'miniflare'
import { ApiFailure, jsonOf, matcher, type ApiRequest } from './cloudflare-request.ts'
import { directDatabase } from './local/direct-database.ts'

/**
 * D1 and R2 of an account: real Miniflare databases `DB0`, `DB1`, …; buckets are only names.
 * @param origin of the server that files are uploaded to
 */
export function cloudflareStorage(miniflare: Miniflare, origin: () => string) {
  const databases: { name: string; uuid: string; created_at: string; version: string }[] = []
  const buckets = new Set<string>()
  const uploads = new Map<string, string>()

  const databaseOf = (key: string) => {
    const index = databases.findIndex(({ name, uuid }) => name === key || uuid === key)
    if (index < 0) throw new ApiFailure(404, 7404, `The database ${key} could not be found`)
    return { index, ...databases[index]! }
  }
  const d1 = (key: string) => directDatabase(miniflare, `DB${databaseOf(key).index}`)

  async function runSql(key: string, sql: string, params: unknown[] = []) {
    const db = d1(key)
    // Of several statements, D1 returns the rows of the last.
    const { results, meta } = await db
      .prepare(sql)
      .bind(...params)
      .all()
    return [{ results, success: true, meta }]
  }

  async function handle(request: ApiRequest): Promise<unknown> {
    const { line } = request
    const matched = matcher(request)
    let found: string[] | undefined
    if (line === 'GET /d1/database') {
      const name = request.query.get('name')
      return databases.filter((database) => !name || database.name === name)
    }
    if (line === 'POST /d1/database') {
      const database = { name: jsonOf(request)['name']!, uuid: crypto.randomUUID() }
      databases.push({ ...database, created_at: new Date().toISOString(), version: 'production' })
      return databases.at(-1)
    }
    if ((found = matched(/^GET \/d1\/database\/([^/]+)$/))) return databaseOf(found[0]!)
    if ((found = matched(/^POST \/d1\/database\/([^/]+)\/query$/)))
      return runSql(
        found[0]!,
        jsonOf(request)['sql']!,
        jsonOf<{ params?: unknown[] }>(request).params,
      )
    if ((found = matched(/^POST \/d1\/database\/([^/]+)\/import$/))) {
      const { action, etag } = jsonOf<{ action: string; etag: string }>(request)
      if (action === 'init')
        return { success: true, upload_url: `${origin()}/upload/${etag}`, filename: `${etag}.sql` }
      // A migration has several statements; each ends at the end of a line, and `prepare` takes one.
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
    if (line === 'POST /r2/buckets') return buckets.add(jsonOf(request)['name']!) && {}
    return undefined
  }

  return { buckets, uploads, database: d1, handle }
}
