import { z } from '@hono/zod-openapi'
import { ANNOUNCEMENT_MS } from '../domain/announcement.ts'
import { DAY_MS } from '../domain/durations.ts'
import { maintainedServices } from '../domain/maintenance.ts'
import { seconds, texts } from './fields.ts'

/** The announcement as readers' browsers ask for it. */
export const currentAnnouncementSchema = z
  .object({ startsAt: seconds, texts })
  .openapi('CurrentAnnouncement')

const announcementStates = ['coming', 'shown', 'over', 'withdrawn'] as const

export const announcementSchema = z
  .object({
    announcementId: z.string(),
    startsAt: seconds,
    state: z.enum(announcementStates).openapi({
      description: `\`over\`: a newer one has begun, or ${ANNOUNCEMENT_MS / DAY_MS} days have passed`,
    }),
    texts,
  })
  .openapi('Announcement')
export type Announcement = z.output<typeof announcementSchema>

export const plannedWindowSchema = z
  .object({
    service: z.enum(maintainedServices),
    start: z.int(),
    end: seconds,
  })
  .openapi('PlannedWindow')
export type PlannedWindow = z.output<typeof plannedWindowSchema>
