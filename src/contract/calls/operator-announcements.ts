import { z } from 'zod'
import { ANNOUNCEMENT_LENGTH, ANNOUNCEMENT_MS } from '../../domain/announcement.ts'
import { maintainedServices } from '../../domain/maintenance.ts'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { texts, seconds } from '../fields.ts'
import { DAY_MS } from '../../domain/durations.ts'

export const currentAnnouncementSchema = z
  .object({ startsAt: seconds, texts })
  .meta({ id: 'CurrentAnnouncement' })

const announcementStates = ['coming', 'shown', 'over', 'withdrawn'] as const

export const announcementSchema = z
  .object({
    announcementId: z.string(),
    startsAt: seconds,
    state: z
      .enum(announcementStates)
      .describe(`\`over\`: a newer one has begun, or ${ANNOUNCEMENT_MS / DAY_MS} days have passed`),
    withdrawnAt: seconds.optional(),
    texts,
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.output<typeof announcementSchema>

export const plannedWindowSchema = z
  .object({
    service: z.enum(maintainedServices),
    start: z.int(),
    end: seconds,
  })
  .meta({ id: 'PlannedWindow' })

const windowSchema = z.strictObject({ start: z.int(), end: z.int() })

export const announcementCalls = defineCalls('operator', {
  readAnnouncement: {
    endpoint: 'GET /announcement',
    summary: 'The announcement that readers are shown now, if any',
    success: results(
      z.array(currentAnnouncementSchema).max(1),
      'the newest that has begun, or nothing',
    ),
  },
  listAnnouncements: {
    endpoint: 'GET /announcement/list',
    summary: 'The announcements of the past and those to come',
    access: 'operator',
    success: results(z.array(announcementSchema), 'the newest fifty of a year'),
  },
  addAnnouncement: {
    endpoint: 'POST /announcement',
    summary: 'Announce something to readers, once each',
    description:
      '406 with the field `texts` for a text that is empty or too long, with `startsAt` for a past time or one at which ' +
      'another begins.',
    access: 'operator',
    body: z.strictObject({
      texts: texts.describe(`in every language, at most ${ANNOUNCEMENT_LENGTH} characters each`),
      startsAt: z.int().optional().describe('epoch seconds; default: now'),
      seenId: z
        .string()
        .nullable()
        .optional()
        .describe('of the one that the caller saw shown, null for none: 406 if another is shown'),
    }),
    success: results(z.array(announcementSchema).length(1), 'the announcement'),
    example: {
      texts: {
        ja: '投稿を、自分の言語で読めるようになりました。',
        en: 'You can now read posts in your own language.',
      },
    },
  },
  withdrawAnnouncement: {
    endpoint: 'PUT /announcement/withdrawal',
    hasNoRules: true,
    summary: 'Show an announcement to nobody any more',
    access: 'operator',
    body: z.strictObject({ announcementId: z.string() }),
    errors: ['dataNotFound'],
    example: { announcementId: sample.announcementId },
  },
  listWindows: {
    endpoint: 'GET /maintenance',
    summary: 'The maintenance windows that are set',
    access: 'operator',
    success: results(z.array(plannedWindowSchema), 'at most one for each service'),
  },
  planWindow: {
    endpoint: 'PUT /maintenance',
    summary: 'Set the maintenance window of a service, or cancel it',
    description:
      'Also during a window, which it can end. 406 with `window` for one that is over, began more than a day ago or ends more than a year ahead; ' +
      'with `replaces` when another window is set than the caller has seen.',
    access: 'operator',
    changesData: false,
    body: z.strictObject({
      service: z.enum(maintainedServices),
      window: windowSchema.nullable().describe('epoch seconds; null: no window'),
      replaces: windowSchema
        .nullish()
        .describe('the window of the service that is not over, as the caller has seen it'),
    }),
    example: { service: 'question', window: null },
  },
})
