import { createApp } from 'astro/app/entrypoint'
import { newRequestId } from '../db/id.ts'
import { withOwnHashes } from '../http/csp-hash.ts'
import { withLogContext } from '../logging/log.ts'

const POLICY = 'Content-Security-Policy'

/** Not streamed: the whole page is needed for its policy and its ETag, and parts cost a tenth of the render. */
const app = createApp({ streaming: false })

export async function renderPage(request: Request): Promise<Response> {
  const requestId = request.headers.get('X-Request-Id') ?? newRequestId()
  const page = await withLogContext({ requestId }, () => app.render(request))
  const policy = page.headers.get(POLICY)
  const body = await page.arrayBuffer()
  const response = new Response(body, page)
  if (policy) response.headers.set(POLICY, withOwnHashes(policy, new TextDecoder().decode(body)))
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
