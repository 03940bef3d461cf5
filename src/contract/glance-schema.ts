import { z } from 'zod'
import { daySchema, secondsOf } from './fields.ts'

const count = z.int()

/** The figures of the operator's first page. */
export const glanceSchema = z
  .object({
    at: secondsOf('when it was measured'),
    readers: count
      .nullable()
      .meta({ description: 'open pages of today’s question; null where unknown' }),
    days: z
      .array(z.object({ day: daySchema, posts: count, people: count, signUps: count }))
      .meta({ description: 'the last two weeks, oldest first' }),
    cases: z.object({ open: count, appealed: count }),
    mail: z
      .object({ delivered: count, waiting: count, failed: count })
      .meta({ description: 'of the last day; failed are those that wait for another try' }),
    database: z.object({ bytes: count, limit: count }),
    questionDays: count.meta({ description: 'of the next seven days, those with a question' }),
    alarms: z.array(z.object({ name: z.string(), since: secondsOf('raised'), value: z.string() })),
  })
  .meta({ id: 'Glance' })
export type Glance = z.output<typeof glanceSchema>
