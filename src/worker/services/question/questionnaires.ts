import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { failure, results } from '../../../contract/schemas.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { nearest } from '../../db/database.ts'
import { questionnairesOf } from './queries.ts'

const questionnaireSchema = z
  .strictObject({ questionnaireId: z.string(), status: z.int(), name: z.string() })
  .openapi('Questionnaire')

const query = z.object({
  status: z
    .string()
    .regex(/^[012]$/)
    .default('1')
    .transform(Number),
})

export const questionnairesRoute = createRoute({
  method: 'get',
  path: '/questionnaire',
  request: { query },
  responses: {
    200: results(z.array(questionnaireSchema), 'the questionnaires of that status'),
    '4XX': failure,
  },
})

/** The questionnaires of a status, the one that gives out the day's question first; scheduled ones are never public. */
export async function questionnaires(
  c: Context<ServiceBindings>,
  { status }: z.output<typeof query>,
) {
  if (status === 0) return []
  const rows = await questionnairesOf(nearest(c.env.DB), status)
  return rows.map(({ id, name }) => ({ questionnaireId: id, status, name }))
}
