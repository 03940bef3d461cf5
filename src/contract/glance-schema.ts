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
    hours: z
      .array(z.object({ from: secondsOf('start'), requests: count, failures: count }))
      .meta({ description: 'requests of the last 24 hours, and those that failed with 5xx' }),
    cases: z.object({ open: count, appealed: count }),
    mail: z
      .object({ delivered: count, waiting: count, failed: count })
      .meta({ description: 'of the last day; failed are those that wait for another try' }),
    routes: z
      .array(z.object({ route: z.string(), requests: count, failures: count, p75: z.number() }))
      .meta({ description: 'today’s slowest routes by the 75th percentile, milliseconds' }),
    vitals: z
      .array(
        z.object({ page: z.string(), metric: z.string(), measurements: count, p75: z.number() }),
      )
      .meta({ description: 'the last seven days; milliseconds, for CLS thousandths' }),
    database: z.object({
      bytes: count,
      limit: count,
      daysLeft: count
        .nullable()
        .meta({ description: 'at the pace of the last two weeks; null where it does not grow' }),
    }),
    questionDays: count.meta({ description: 'of the next seven days, those with a question' }),
    alarms: z.array(z.object({ name: z.string(), since: secondsOf('raised'), value: z.string() })),
  })
  .meta({ id: 'Glance' })
export type Glance = z.output<typeof glanceSchema>
