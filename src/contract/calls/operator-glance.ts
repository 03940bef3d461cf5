import { z } from 'zod'
import { defineCalls, results } from '../call.ts'
import { daySchema, secondsOf } from '../fields.ts'

const count = z.int()
export const waitingKinds = ['urgent', 'appealed', 'requested', 'reported', 'elsewhere'] as const

const glanceSchema = z
  .object({
    readers: count.nullable().describe('open pages of today’s question; null where unknown'),
    days: z
      .array(z.object({ day: daySchema, posts: count, people: count, signUps: count }))
      .describe('the last two weeks, oldest first'),
    cases: z
      .array(z.object({ kind: z.enum(waitingKinds), count, caseId: z.string() }))
      .describe('each in one kind, with the first of it; “elsewhere”: the reader waits for others'),
    suggestions: count.describe('that wait'),
    mail: z
      .object({ delivered: count, waiting: count, failed: count })
      .describe('of the last day; failed are those that wait for another try'),
    database: z.object({ bytes: count, limit: count }),
    alarms: z.array(z.object({ name: z.string(), since: secondsOf('raised'), value: z.string() })),
  })
  .meta({ id: 'Glance' })
export type Glance = z.output<typeof glanceSchema>

export const glanceCalls = defineCalls('operator', {
  readGlance: {
    endpoint: 'GET /glance',
    summary: 'Today at a glance: figures of the site',
    access: 'operator',
    success: results(z.array(glanceSchema).length(1), 'the figures'),
  },
})
