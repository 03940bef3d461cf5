import type { App } from './app.ts'
import { todaysQuestion } from './steps/reading-steps.ts'

export const todaysQuestionId = async (app: App): Promise<string> =>
  (await todaysQuestion(app)).questionId
