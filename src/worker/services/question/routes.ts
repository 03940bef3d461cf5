import { questionCalls } from '../../../contract/calls/question.ts'
import { maintenanceEntries } from '../../db/maintenance-window.ts'
import { createService } from '../../http/create-service.ts'
import * as live from './live.ts'
import * as questions from './questions.ts'
import * as translations from './translations.ts'

export const questionService = createService(questionCalls, {
  ...live,
  ...questions,
  ...translations,
  questionMaintenance: (c) => maintenanceEntries(c.env, 'question'),
})
