import { maintenance, maintenanceRoute } from '../../db/maintenance-window.ts'
import { createService } from '../../http/service.ts'
import { announcement } from './announcement.ts'
import { questionEvents, questionEventsRoute } from './events.ts'
import { live } from './live.ts'
import { questionWithComments, questionWithCommentsRoute } from './question-with-comments.ts'
import { questionnaires, questionnairesRoute } from './questionnaires.ts'
import { recentQuestions, recentQuestionsRoute } from './recent-questions.ts'

/** What everybody may read (`contract.md` Question service). */
export const questionService = createService()
  .openapi(questionnairesRoute, async (c) =>
    c.json({ results: await questionnaires(c, c.req.valid('query')) }, 200),
  )
  .openapi(questionWithCommentsRoute, async (c) =>
    c.json({ results: [await questionWithComments(c, c.req.valid('query'))] }, 200),
  )
  .openapi(recentQuestionsRoute, async (c) =>
    c.json({ results: await recentQuestions(c, c.req.valid('query')) }, 200),
  )
  .openapi(questionEventsRoute, async (c) =>
    c.json({ results: await questionEvents(c, c.req.valid('query')) }, 200),
  )
  .openapi(maintenanceRoute, async (c) =>
    c.json({ results: await maintenance(c, 'question') }, 200),
  )
questionService.get('/question/live', live).post('/question/announcement', announcement)
