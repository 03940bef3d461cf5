import { handle } from '@astrojs/cloudflare/handler'
import { newId } from '../db/id.ts'
import { inNameOf } from '../log.ts'
import { inSharedTime } from './remote/shared-time.ts'

/** Milliseconds for all that a page asks of services elsewhere. */
const RENDERING_LIMIT = 3_000

/** Astro's answer to a page's inner address, in the name and in the time of the request that asks for it. */
export function renderPage(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const requestId = request.headers.get('X-Request-Id') ?? newId()
  return inNameOf({ requestId }, () =>
    inSharedTime(RENDERING_LIMIT, () => handle(request, env, ctx)),
  )
}
