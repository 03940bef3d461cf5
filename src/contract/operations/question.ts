import { sample, shown } from '../examples.ts'
import type { Operations } from '../operation.ts'

export const questionOperations: Operations = {
  'GET /questionnaire': {
    id: 'listQuestionnaires',
    summary: 'The questionnaires of a status',
    description: 'The one that gives out the day’s question comes first.',
    query: { status: '1' },
    answer: {
      results: [{ questionnaireId: sample.questionnaireId, status: 1, name: 'Ichimon' }],
    },
    errors: ['dataNotAvailable'],
  },
  'GET /question/comment': {
    id: 'readQuestion',
    summary: 'A question with a page of its comments',
    description:
      'By `questionId`; or by `questionnaireId`, the question whose Tokyo day contains `previewAt`. One of the two ' +
      'has to be there. Comments are newest last; `commentsBefore` asks for those before one.',
    query: { questionId: sample.questionId, findStatus: '1,2', commentsLimit: '50' },
    answer: { results: [shown.questionWithComments] },
    errors: ['dataNotFound', 'dataNotAvailable'],
  },
  'GET /question': {
    id: 'listQuestions',
    summary: 'The newest questions before a time, ascending',
    query: { limit: '2' },
    answer: { results: [shown.question] },
    errors: ['dataNotAvailable'],
  },
  'GET /question/events': {
    id: 'listEvents',
    summary: 'What happened to a question’s comments after an event',
    description:
      'For a page that missed some: at most 200, oldest first. 404 when some are no longer kept.',
    query: { questionId: sample.questionId, after: 0 },
    answer: { results: [{ type: 'comment.created', seq: 1, comment: shown.comment }] },
    errors: ['dataNotFound', 'dataNotAvailable'],
  },
  'GET /admin/service/maintenance': {
    id: 'questionMaintenance',
    summary: 'The question service’s maintenance window',
    answer: maintenanceAnswer(),
  },
}

/** Both services that have a window tell it alike. */
export function maintenanceAnswer() {
  const { start, end } = shown.window
  return {
    results: [
      { name: 'serviceMaintenanceStart', lastUpdated: start },
      { name: 'serviceMaintenanceEnd', lastUpdated: end },
    ],
  }
}
