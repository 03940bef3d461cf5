import { handle } from '@astrojs/cloudflare/handler'
import { newRequestId } from '../db/id.ts'
import { withOwnHashes } from '../http/csp-hash.ts'
import { withLogContext } from '../logging/log.ts'

const POLICY = 'Content-Security-Policy'

export async function renderPage(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
): Promise<Response> {
  const requestId = request.headers.get('X-Request-Id') ?? newRequestId()
  const page = await withLogContext({ requestId }, () => handle(request, env, ctx))
  const policy = page.headers.get(POLICY)
  const html = policy ? await page.text() : undefined
  const response = new Response(html ?? page.body, page)
  if (policy && html) response.headers.set(POLICY, withOwnHashes(policy, html))
  if (response.headers.get('Content-Type') === 'text/html')
    response.headers.set('Content-Type', 'text/html; charset=utf-8')
  // The length is that of the uncompressed body.
  response.headers.delete('Content-Length')
  // `stale-if-error=0`, because Workers Cache would serve stale pages without marking them as stale.
  const lifetime = response.headers.get('Cache-Control')
  if (lifetime?.startsWith('public'))
    response.headers.set('Cache-Control', `${lifetime}, stale-if-error=0`)
  return response
}
