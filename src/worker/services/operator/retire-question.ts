import type { questionDeskCalls } from '../../../contract/calls/operator-questions.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { NEVER_GIVEN } from '../../../domain/question-pool.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { clearDay, isAnswered } from './day-statements.ts'
import { IS_VERSION, LAST_GIVEN, poolQuestion } from './pool.ts'

const RETIRE = `
  UPDATE pack_question SET version = version + 1, retired_at = ?2,
    last_day = CASE WHEN ?2 IS NOT NULL OR (source <> 'built-in' AND season_from IS NULL) THEN '${NEVER_GIVEN}'
      ELSE ${LAST_GIVEN} END
  WHERE id = ?1`
const SCHEDULED = 'SELECT id FROM question WHERE pack_question_id = ?1 AND day > ?2 ORDER BY day'
const ARE_SEEN = `(SELECT count(*) FROM question WHERE pack_question_id = ?1 AND day > ?2) = ?3
  AND NOT ${isAnswered('SELECT id FROM question WHERE pack_question_id = ?1 AND day > ?2')}`

/**
 * A retired question is never asked again and leaves the days to come, which are free then. Today's stays.
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`)
 */
export const retireQuestion: Handler<typeof questionDeskCalls.retireQuestion> = async (
  c,
  { poolId, version, isRetired },
): Promise<[PoolQuestion]> => {
  const { env } = c
  const caller = c.var.person
  const today = tokyoDay(now(env))
  const { results } = isRetired
    ? await env.DB.prepare(SCHEDULED).bind(poolId, today).all<{ id: string }>()
    : { results: [] }
  const action = isRetired ? 'question.retire' : 'question.restore'
  await batchOrRefuse(
    env,
    [
      requireState(env, IS_VERSION, poolId, version),
      ...(isRetired ? [requireState(env, ARE_SEEN, poolId, today, results.length)] : []),
      ...results.map(({ id }) => clearDay(env, id)),
      env.DB.prepare(RETIRE).bind(poolId, isRetired ? now(env) : null),
      audit(env, caller, action, poolId),
    ],
    async () => {
      await poolQuestion(env, poolId)
      return new ServiceError('dataNotAvailable', { field: 'version' })
    },
  )
  return [await poolQuestion(env, poolId)]
}
