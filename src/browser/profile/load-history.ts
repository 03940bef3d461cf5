import type { Answer } from '../../api/call.ts'
import type { Comment, Question } from '../../domain/question.ts'
import { authorizedCall } from '../../stores/session.ts'

/** One's own comment with its question (`contract.md` Comment). */
export interface OwnPost extends Comment {
  question: Pick<Question, 'questionId' | 'text' | 'questionTranslations'>
}

export interface HistoryPage {
  posts: OwnPost[]
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
): Promise<Answer<HistoryPage>> {
  const posts: OwnPost[] = []
  for (let next = before; ;) {
    const limit = String(Math.min(MAX_LIMIT, count - posts.length))
    const query = new URLSearchParams({ userId, limit })
    if (next) query.set('before', next)
    if (search) query.set('q', search)
    const answer = await authorizedCall<OwnPost[]>('comment', `/comment?${query}`)
    if (!answer.ok) return answer
    posts.push(...answer.results)
    next = answer.next
    if (!next || posts.length >= count) {
      return { ok: true, status: answer.status, results: { posts, next } }
    }
  }
}
