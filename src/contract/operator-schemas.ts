import { z } from '@hono/zod-openapi'

/** `YYYY-MM-DD` of a day in Tokyo. */
export const daySchema = z.iso.date().openapi({ description: 'a day in Tokyo' })

/** A day of the calendar with its question; without one, nobody has chosen it yet. */
export const calendarDaySchema = z
  .object({
    day: daySchema,
    question: z
      .object({
        questionId: z.string(),
        texts: z.object({ ja: z.string(), en: z.string() }),
        usersCount: z.int().openapi({ description: 'people who answered' }),
      })
      .optional(),
  })
  .openapi('CalendarDay')
export type CalendarDay = z.output<typeof calendarDaySchema>
