import { questionCalls } from '../../../contract/calls/question.ts'
import { maintenanceEntries } from '../../db/maintenance-window.ts'
import { createService } from '../../http/create-service.ts'
import { followQuestion, listEvents } from './live.ts'
import { listQuestionnaires, listQuestions, readQuestion } from './questions.ts'
import { listTranslations, translateComment } from './translations.ts'

export const questionService = createService(questionCalls, {
  listQuestionnaires,
  readQuestion,
  listQuestions,
  listEvents,
  listTranslations,
  translateComment,
  followQuestion,
  questionMaintenance: (c) => maintenanceEntries(c.env, 'question'),
})
