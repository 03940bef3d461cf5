import type { Context } from 'hono'
import type { GatewayBindings } from '../http/gateway-bindings.ts'

/**
 * A script that the build has compressed (`scripts/pack-script.ts`), as stored for clients that accept Brotli, else
 * the script itself. Asked for by those paths of `run_worker_first` only.
 */
export async function packedScript(c: Context<GatewayBindings>): Promise<Response> {
  const url = new URL(c.req.url)
  const isPacked = /\bbr\b/.test(c.req.header('Accept-Encoding') ?? '')
  const answer = await c.env.ASSETS.fetch(
    new Request(isPacked ? `${url}.br` : url, { method: c.req.method, headers: c.req.raw.headers }),
  )
  const headers = new Headers(answer.headers)
  headers.set('Vary', 'Accept-Encoding')
  if (!isPacked || !answer.ok) return new Response(answer.body, { status: answer.status, headers })
  headers.set('Content-Type', 'text/javascript')
  headers.set('Content-Encoding', 'br')
  return new Response(answer.body, { headers, encodeBody: 'manual' })
}
