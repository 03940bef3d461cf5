import type { App } from './app.ts'

/** Today's question id; the first read of a day creates the question. */
export async function todaysQuestionId(app: App): Promise<string> {
  const read = async (path: string) => {
    const response = await app.fetch(`/service/quest/v1/${path}`)
    return ((await response.json()) as { results: Record<string, string>[] }).results[0]!
  }
  const { questionnaireId } = await read('questionnaire?status=1')
  const found = await read(`question/comment?questionnaireId=${questionnaireId}&findStatus=1,2`)
  return found['questionId']!
}
