import { z } from '@hono/zod-openapi'
import { defineCalls } from '../call.ts'
import { sample, shown } from '../examples.ts'
import { calendarDaySchema, daySchema } from '../operator-schemas.ts'

/** Days that one call shows. */
export const MAX_CALENDAR_DAYS = 120

/** The editors’ calls: the calendar of questions. */
export const questionDeskCalls = defineCalls('operator', {
  readCalendar: {
    method: 'GET',
    path: '/calendar',
    summary: 'The questions of days, also of those to come',
    description: `At most ${MAX_CALENDAR_DAYS} days.`,
    access: 'editor',
    query: z.object({ from: daySchema, until: daySchema }),
    success: { status: 200, results: z.array(calendarDaySchema), about: 'the days in order' },
    errors: ['dataNotAvailable'],
    example: {
      query: { from: '2026-11-21', until: '2026-11-21' },
      response: [
        {
          day: '2026-11-21',
          question: {
            questionId: sample.questionId,
            texts: { ja: shown.question.questionTranslations.jp.text, en: shown.question.text },
            usersCount: 1,
          },
        },
      ],
    },
  },
})
