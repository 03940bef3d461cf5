import type { CallResult } from '../../api/result.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { call } from '../../stores/call.ts'
import { nextOf } from '../ui/use-pages.ts'

const PAGE_SIZE = 20
const MAX_LIMIT = 100

/** `count` posts, newest first; a search calls until it has as many or reaches the end. */
export async function loadHistory(
  userId: string,
  search: string,
  before: string | undefined,
  count = PAGE_SIZE,
): Promise<CallResult<OwnComment[]>> {
  const posts: OwnComment[] = []
  for (let next = before; ;) {
    const limit = `${Math.min(MAX_LIMIT, count - posts.length)}`
    const page = { userId, limit, before: next, q: search }
    const result = await call('comment', 'GET /comment', page)
    if (!result.ok) return result
    posts.push(...result.results)
    next = nextOf(result)
    if (!next || posts.length >= count) return { ...result, results: posts }
  }
}
