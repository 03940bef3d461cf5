import { call } from '../../../api/call.ts'
import type { Question } from '../../../domain/question.ts'

/** What a reader follows: every delivery is the question with its newest comments. */
export interface Following {
  deliver: (question: Question) => void
  /** Nothing could be read; another try follows by itself. */
  fail: () => void
}

/** Milliseconds between two questions to the server while the page is in sight. */
const PAUSE = 15_000
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

/**
 * Follows a question while the page is in sight: asks at intervals, and at once when the page is shown again or the
 * network returns.
 * @returns asks now
 */
export function follow(questionId: string, { deliver, fail }: Following): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

  const later = () => {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(() => void ask(), PAUSE)
  }
  const ask = async () => {
    if (isAsking || document.hidden) return
    isAsking = true
    const question = await readComments(questionId)
    isAsking = false
    if (question) deliver(question)
    else fail()
    later()
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    void ask()
  })
  addEventListener('online', () => void ask())
  addEventListener('offline', fail)
  later()
  return () => void ask()
}
