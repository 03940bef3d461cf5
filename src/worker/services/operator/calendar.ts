import {
  MAX_CALENDAR_DAYS,
  type questionDeskCalls,
} from '../../../contract/calls/operator-questions.ts'
import type { CalendarDay } from '../../../contract/operator-schemas.ts'
import { addDays } from '../../../domain/question-day.ts'
import { textsByLanguage } from '../../db/question-texts.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { authorizeRole } from '../../identity/authorize-role.ts'

const DAYS = `
  SELECT question.day, question.id, question.users_count AS usersCount,
    ${textsByLanguage('json_quote(text)', 'question.id')} AS texts
  FROM question JOIN questionnaire ON questionnaire.id = question.questionnaire_id
  WHERE questionnaire.status = 1 AND question.day BETWEEN ?1 AND ?2`

interface DayRow {
  day: string
  id: string
  usersCount: number
  texts: string
}

/** @throws ServiceError as `authorizeRole`; dataNotAvailable for a range that is empty or too long */
export const readCalendar: Handler<typeof questionDeskCalls.readCalendar> = async (
  c,
  { from, until },
) => {
  await authorizeRole(c, 'editor')
  if (until < from || until > addDays(from, MAX_CALENDAR_DAYS - 1))
    throw new ServiceError('dataNotAvailable', { field: 'until' })
  const { results } = await c.env.DB.prepare(DAYS).bind(from, until).all<DayRow>()
  const byDay = new Map(results.map((row) => [row.day, row]))
  const days: CalendarDay[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const row = byDay.get(day)
    days.push(row ? { day, question: questionOf(row) } : { day })
  }
  return days
}

function questionOf({ id, texts, usersCount }: DayRow): CalendarDay['question'] {
  const { ja, en } = JSON.parse(texts) as { ja: string | null; en: string | null }
  return { questionId: id, texts: { ja: ja ?? '', en: en ?? '' }, usersCount }
}
