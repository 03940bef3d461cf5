import { handle } from '@astrojs/cloudflare/handler'
import { newId } from '../db/id.ts'
import { withLogContext } from '../logging/log.ts'
import { inSharedTime } from '../remote/time-budget.ts'

/** Milliseconds for all that a page asks of services elsewhere. */
const RENDERING_LIMIT = 3_000

/** Astro's answer to a page's inner address, in the name and in the time of the request that asks for it. */
export async function renderPage(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
): Promise<Response> {
  const requestId = request.headers.get('X-Request-Id') ?? newId()
  const page = await withLogContext({ requestId }, () =>
    inSharedTime(RENDERING_LIMIT, () => handle(request, env, ctx)),
  )
  return behindCache(page)
}

/**
 * Cloudflare's cache keeps the tags for itself, so the gateway gets them once more; and it would answer an old page as a
 * new one for as long as rendering fails, which is the gateway's to do, and to say.
 */
function behindCache(page: Response): Response {
  const answer = new Response(page.body, page)
  const tags = answer.headers.get('Cache-Tag')
  if (tags) answer.headers.set('Page-Tags', tags)
  const lifetime = answer.headers.get('Cache-Control')
  if (lifetime?.startsWith('public'))
    answer.headers.set('Cache-Control', `${lifetime}, stale-if-error=0`)
  return answer
}
