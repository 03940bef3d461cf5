import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { authorizeRole } from '../../identity/authorize-role.ts'
import { summaryColumns, summaryJoins, toSummary, type SummaryRow } from './case-summary.ts'

/**
 * The index of the queue gives the order and the page, whatever the number of cases. No rank is above 0: saying so
 * makes the first page a search as well.
 */
const queue = (isAfter: string) => `
  SELECT ${summaryColumns}
  FROM moderation_case INDEXED BY moderation_case_queue ${summaryJoins}
  WHERE moderation_case.state <> 'closed' AND moderation_case.rank <= 0 ${isAfter}
  ORDER BY moderation_case.rank, moderation_case.waiting_since, moderation_case.id LIMIT ?1`

const FIRST = queue('')
const AFTER =
  queue(`AND (moderation_case.rank, moderation_case.waiting_since, moderation_case.id) > (
  SELECT previous.rank, previous.waiting_since, previous.id FROM moderation_case AS previous WHERE previous.id = ?2)`)
const KNOWN = 'SELECT 1 FROM moderation_case WHERE id = ?1'

/**
 * The cases that wait, heaviest and oldest first. The response's `Next-After` names the next page.
 * @throws ServiceError as `authorizeRole`; dataNotAvailable (`after`)
 */
export const listCases: Handler<typeof moderationCalls.listCases> = async (c, { after, limit }) => {
  const { env } = c
  await authorizeRole(c, 'moderator')
  if (after !== undefined && !(await env.DB.prepare(KNOWN).bind(after).first()))
    throw new ServiceError('dataNotAvailable', { field: 'after' })
  const statement =
    after === undefined
      ? env.DB.prepare(FIRST).bind(limit + 1)
      : env.DB.prepare(AFTER).bind(limit + 1, after)
  const { results } = await statement.all<SummaryRow>()
  const page = results.slice(0, limit)
  const last = page.at(-1)
  if (results.length > limit && last) c.header('Next-After', last.id)
  return Promise.all(page.map((row) => toSummary(env, row)))
}
