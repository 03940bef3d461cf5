import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { nearest } from '../../db/database.ts'
import { questionnairesOf } from './queries.ts'

/** The questionnaires of a status, the one that gives out the day's question first; scheduled ones are never public. */
export const listQuestionnaires: Handler<typeof questionCalls.listQuestionnaires> = async (
  { env },
  { status },
) => {
  if (status === 0) return []
  const rows = await questionnairesOf(nearest(env.DB), status)
  return rows.map(({ id, name }) => ({ questionnaireId: id, status, name }))
}
