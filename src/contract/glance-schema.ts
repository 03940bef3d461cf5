import { z } from '@hono/zod-openapi'
import { daySchema, secondsOf } from './fields.ts'

const count = z.int()

/** The figures of the operator's first page. */
export const glanceSchema = z
  .object({
    at: secondsOf('when it was measured'),
    readers: count
      .nullable()
      .openapi({ description: 'open pages of today’s question; null where unknown' }),
    days: z
      .array(z.object({ day: daySchema, posts: count, people: count, signUps: count }))
      .openapi({ description: 'the last two weeks, oldest first' }),
    hours: z
      .array(z.object({ from: secondsOf('start'), requests: count, failures: count }))
      .openapi({ description: 'requests of the last 24 hours, and those that failed with 5xx' }),
    cases: z.object({ open: count, appealed: count }),
    mail: z
      .object({ delivered: count, waiting: count, failed: count })
      .openapi({ description: 'of the last day; failed are those that wait for another try' }),
    routes: z
      .array(z.object({ route: z.string(), requests: count, failures: count, p75: z.number() }))
      .openapi({ description: 'today’s slowest routes by the 75th percentile, milliseconds' }),
    vitals: z
      .array(
        z.object({ page: z.string(), metric: z.string(), measurements: count, p75: z.number() }),
      )
      .openapi({ description: 'the last seven days; milliseconds, for CLS thousandths' }),
    database: z.object({
      bytes: count,
      limit: count,
      daysLeft: count
        .nullable()
        .openapi({ description: 'at the pace of the last two weeks; null where it does not grow' }),
    }),
    questionDays: count.openapi({ description: 'of the next seven days, those with a question' }),
    lastBackup: secondsOf('the last complete one').nullable(),
    alarms: z.array(z.object({ name: z.string(), since: secondsOf('raised'), value: z.string() })),
  })
  .openapi('Glance')
export type Glance = z.output<typeof glanceSchema>
