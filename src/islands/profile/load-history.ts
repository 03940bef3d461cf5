import type { CallResult } from '../../api/result.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { call } from '../../stores/call.ts'

interface HistoryPage {
  posts: OwnComment[]
  /** The cursor of the next page; none on the last. */
  next: string | undefined
}

const PAGE_SIZE = 20
const MAX_LIMIT = 100

/**
 * The next posts of the history, newest first. A search calls until it has found a page of them or reached the end.
 * @param count how many posts to load, a page by default
 */
export async function loadHistory(
  userId: string,
  search: string,
  before: string | undefined,
  count = PAGE_SIZE,
): Promise<CallResult<HistoryPage>> {
  const posts: OwnComment[] = []
  for (let next = before; ;) {
    const limit = String(Math.min(MAX_LIMIT, count - posts.length))
    const result = await call('comment', 'GET /comment', {
      userId,
      limit,
      before: next,
      q: search || undefined,
    })
    if (!result.ok) return result
    posts.push(...result.results)
    next = result.next
    if (!next || posts.length >= count) {
      return { ok: true, status: result.status, results: { posts, next } }
    }
  }
}
