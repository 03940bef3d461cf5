import type { Question } from '../../../contract/schemas.ts'
import { call } from '../../../stores/call.ts'

/** Re-exported, so that one request loads both. */
export { mergeNewest } from '../../../stores/newest-comments.ts'

/** HTTP catch-up, loaded on first use: usually the socket sends everything. */
const AT_ONCE = 50

/** The newest comments, or those before one; `undefined` on failure. */
export async function readComments(
  questionId: string,
  before?: string,
): Promise<Question | undefined> {
  const result = await call('question', 'GET /question/comment', {
    questionId,
    findStatus: '1,2',
    commentsLimit: String(AT_ONCE),
    commentsBefore: before,
  })
  return result.ok ? result.results[0] : undefined
}

export const readEvents = (questionId: string, after: number) =>
  call('question', 'GET /question/events', { questionId, after })
