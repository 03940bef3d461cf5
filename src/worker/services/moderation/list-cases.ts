import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
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
/** Bound values, not a subquery: SQLite then seeks by all three columns. */
const AFTER = queue(
  'AND (moderation_case.rank, moderation_case.waiting_since, moderation_case.id) > (?2, ?3, ?4)',
)
const CURSOR = 'SELECT rank, waiting_since AS waitingSince FROM moderation_case WHERE id = ?1'

/**
 * The cases that wait, heaviest and oldest first. The response's `Next-After` names the next page.
 * @throws ServiceError dataNotAvailable (`after`)
 */
export const listCases: Handler<typeof moderationCalls.listCases> = async (c, { after, limit }) => {
  const { env } = c
  const cursor =
    after === undefined
      ? undefined
      : await env.DB.prepare(CURSOR).bind(after).first<{ rank: number; waitingSince: number }>()
  if (cursor === null) throw new ServiceError('dataNotAvailable', { field: 'after' })
  const statement = cursor
    ? env.DB.prepare(AFTER).bind(limit + 1, cursor.rank, cursor.waitingSince, after)
    : env.DB.prepare(FIRST).bind(limit + 1)
  const { results } = await statement.all<SummaryRow>()
  const page = results.slice(0, limit)
  const last = page.at(-1)
  if (results.length > limit && last) c.header('Next-After', last.id)
  return Promise.all(page.map((row) => toSummary(env, row)))
}
