import { call } from '../../api/call.ts'
import type { Question } from '../../domain/question.ts'

const AT_ONCE = 50

/** The newest comments, or those before one of them. `undefined` when they cannot be read. */
export async function readComments(
  questionId: string,
  before?: string,
): Promise<Question | undefined> {
  const query = new URLSearchParams({
    questionId,
    findStatus: '1,2',
    commentsLimit: String(AT_ONCE),
    ...(before && { commentsBefore: before }),
  })
  const answer = await call<Question[]>('question', `/question/comment?${query}`)
  return answer.ok ? answer.results[0] : undefined
}
