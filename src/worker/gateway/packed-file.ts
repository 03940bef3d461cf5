import type { Context } from 'hono'
import { acceptsBrotli } from '../http/brotli.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'

/**
 * A script or style sheet that the build has compressed (`scripts/build/pack-files.ts`), as stored for clients that accept
 * Brotli, else the file itself. Only paths in `run_worker_first` come here.
 */
export async function packedFile(c: Context<GatewayBindings>): Promise<Response> {
  const { pathname, origin } = new URL(c.req.url)
  const isStyles = pathname.endsWith('.css')
  const isPacked = acceptsBrotli(c.req.raw)
  const requestHeaders = new Headers(c.req.raw.headers)
  // A part of the stored file would not be that part of the script.
  requestHeaders.delete('Range')
  // Without the query: the retry of an island has one.
  const stored = `${origin}${pathname}${isPacked ? '.br' : ''}`
  const response = await c.env.ASSETS.fetch(
    new Request(stored, { method: c.req.method, headers: requestHeaders }),
  )
  const headers = new Headers(response.headers)
  headers.delete('CF-Cache-Status')
  // The content of an address never changes.
  headers.delete('ETag')
  headers.set('Vary', 'Accept-Encoding')
  // A file that is missing now may be there after the next deployment or rollback.
  if (!response.ok && response.status !== 304) headers.set('Cache-Control', 'no-store')
  if (!isPacked || !response.ok)
    return new Response(response.body, { status: response.status, headers })
  headers.set('Content-Type', isStyles ? 'text/css; charset=utf-8' : 'text/javascript')
  headers.set('Content-Encoding', 'br')
  return new Response(response.body, { headers, encodeBody: 'manual' })
}
