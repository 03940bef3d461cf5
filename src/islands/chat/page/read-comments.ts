import type { Question } from '../../../contract/schemas.ts'
import { call } from '../../../stores/call.ts'

/** Re-exported, so that one request loads both. */
export { mergeNewest } from '../../../stores/newest-comments.ts'

/** Reads comments and events by HTTP. Loaded with the first request: usually the socket sends all. */
const AT_ONCE = 50

/** The newest comments, or those before one of them. `undefined` when they cannot be read. */
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

/** The events of a question after the one with this number. */
export const readEvents = (questionId: string, after: number) =>
  call('question', 'GET /question/events', { questionId, after })
