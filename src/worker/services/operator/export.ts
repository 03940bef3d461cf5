import type { importCalls } from '../../../contract/calls/operator-import.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { seasonText } from '../../../domain/question-season.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { textsOf } from '../../db/question-texts.ts'

/** `?1` is today, `?2` the question after which to go on. */
const EXPORT = `
  SELECT id AS poolId, topic_id AS topic, season_from AS seasonFrom, season_until AS seasonUntil,
    (SELECT min(day) FROM question WHERE question.pack_question_id = pack_question.id AND day > ?1
      AND is_scheduled = 1) AS date,
    (SELECT json_group_object(language, text) FROM pack_question_text
      WHERE pack_question_text.pack_question_id = pack_question.id) AS texts
  FROM pack_question WHERE source <> 'built-in' AND retired_at IS NULL
    AND (?2 IS NULL OR (position, id) > (SELECT position, id FROM pack_question WHERE id = ?2))
  ORDER BY position, id LIMIT ?3`

interface ExportedRow {
  poolId: string
  topic: string
  seasonFrom: string | null
  seasonUntil: string | null
  date: string | null
  texts: string
}

export const exportQuestions: Handler<typeof importCalls.exportQuestions> = async (
  c,
  { after = null, limit },
) => {
  const { results } = await c.env.DB.prepare(EXPORT)
    .bind(tokyoDay(now(c.env)), after, limit)
    .all<ExportedRow>()
  return results.map(({ poolId, texts, topic, seasonFrom, seasonUntil, date }) => ({
    poolId,
    texts: textsOf(texts),
    topic,
    ...(date && { date }),
    ...(seasonFrom &&
      seasonUntil && { season: seasonText({ from: seasonFrom, until: seasonUntil }) }),
  }))
}
