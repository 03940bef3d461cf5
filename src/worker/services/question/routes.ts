import { questionCalls } from '../../../contract/calls/question.ts'
import { maintenanceEntries } from '../../db/maintenance-window.ts'
import { createService } from '../../http/create-service.ts'
import { notifyRooms } from './notify-rooms.ts'
import { listEvents } from './list-events.ts'
import { followQuestion } from './live.ts'
import { readQuestion } from './question-with-comments.ts'
import { listQuestionnaires } from './questionnaires.ts'
import { listQuestions } from './recent-questions.ts'
import { listTranslations, translateComment } from './translations.ts'

/** Reads of pages, without a request where the service is embedded (`worker/remote/question-reads.ts`). */
export const questionReads = { listQuestionnaires, readQuestion, listQuestions }

/** Reads that are open to everybody. */
export const questionService = createService(questionCalls, {
  ...questionReads,
  listEvents,
  listTranslations,
  translateComment,
  followQuestion,
  notifyRooms,
  questionMaintenance: (c) => maintenanceEntries(c.env, 'question'),
})
