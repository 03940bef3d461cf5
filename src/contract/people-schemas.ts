import { z } from '@hono/zod-openapi'
import { personActions } from '../domain/person-changes.ts'
import { caseStates, roles } from '../domain/moderation.ts'
import { daySchema } from './fields.ts'

const seconds = (description: string) =>
  z.int().openapi({ description: `${description}, epoch seconds` })

const count = z.int()

/** The figures of the operator's first page. */
export const glanceSchema = z
  .object({
    at: seconds('when it was measured'),
    readers: count
      .nullable()
      .openapi({ description: 'open pages of today’s question; null where unknown' }),
    days: z
      .array(z.object({ day: daySchema, posts: count, people: count, signUps: count }))
      .openapi({ description: 'the last two weeks, oldest first' }),
    hours: z
      .array(z.object({ from: seconds('start'), requests: count, failures: count }))
      .openapi({ description: 'requests of the last 24 hours, and those that failed with 5xx' }),
    cases: z.object({ open: count, appealed: count }),
    mail: z
      .object({ delivered: count, waiting: count, failed: count })
      .openapi({ description: 'of the last day; failed are those that wait for another try' }),
    routes: z
      .array(z.object({ route: z.string(), requests: count, failures: count, p75: z.number() }))
      .openapi({ description: 'today’s slowest routes by the 75th percentile, milliseconds' }),
    vitals: z
      .array(z.object({ page: z.string(), metric: z.string(), reports: count, p75: z.number() }))
      .openapi({ description: 'the last seven days; milliseconds, for CLS thousandths' }),
    database: z.object({
      bytes: count,
      limit: count,
      daysLeft: count
        .nullable()
        .openapi({ description: 'at the pace of the last two weeks; null where it does not grow' }),
    }),
    questionDays: count.openapi({ description: 'of the next seven days, those with a question' }),
    lastBackup: seconds('the last complete one').nullable(),
    alarms: z.array(z.object({ name: z.string(), since: seconds('raised'), value: z.string() })),
  })
  .openapi('Glance')
export type Glance = z.output<typeof glanceSchema>

/** A person as the team sees them. The address is shown to operators alone, and each look is logged. */
export const foundPersonSchema = z
  .object({
    userId: z.string(),
    username: z.string(),
    email: z.string().optional(),
    createdAt: seconds('signed up'),
    isActivated: z.boolean(),
    isSocial: z.boolean(),
    roles: z.array(z.enum(roles)),
    posts: count.openapi({ description: 'up to 1000 are counted' }),
    stop: z
      .object({ until: seconds('end').nullable(), reason: z.string() })
      .optional()
      .openapi({ description: 'a pause, or without an end a ban' }),
    actions: z.array(z.enum(personActions)).openapi({
      description: 'what the caller may do to the person',
    }),
    sessions: z.array(
      z.object({
        startedAt: seconds('signed in'),
        expiresAt: seconds('ends'),
        device: z.string(),
        region: z.string(),
      }),
    ),
    cases: z.array(
      z.object({
        caseId: z.string(),
        state: z.enum(caseStates),
        openedAt: seconds('opened'),
        action: z
          .enum(['pause', 'ban'])
          .optional()
          .openapi({ description: 'of a case about the account, without a post' }),
      }),
    ),
  })
  .openapi('FoundPerson')
export type FoundPerson = z.output<typeof foundPersonSchema>

/** Problems with the pictures of one page of the bucket. */
export const pictureFaultsSchema = z
  .object({
    strays: z.array(z.string()).openapi({ description: 'objects that belong to no picture' }),
    missing: z.array(z.string()).openapi({ description: 'pictures whose object is not there' }),
    next: z.string().nullable().openapi({ description: 'the `after` of the next page' }),
  })
  .openapi('PictureFaults')
