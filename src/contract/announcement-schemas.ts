import { z } from 'zod'
import { ANNOUNCEMENT_MS } from '../domain/announcement.ts'
import { DAY_MS } from '../domain/durations.ts'
import { maintainedServices } from '../domain/maintenance.ts'
import { seconds, texts } from './fields.ts'

/** The announcement as readers' browsers ask for it. */
export const currentAnnouncementSchema = z
  .object({ startsAt: seconds, texts })
  .meta({ id: 'CurrentAnnouncement' })

const announcementStates = ['coming', 'shown', 'over', 'withdrawn'] as const

export const announcementSchema = z
  .object({
    announcementId: z.string(),
    startsAt: seconds,
    state: z.enum(announcementStates).meta({
      description: `\`over\`: a newer one has begun, or ${ANNOUNCEMENT_MS / DAY_MS} days have passed`,
    }),
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
export type PlannedWindow = z.output<typeof plannedWindowSchema>
