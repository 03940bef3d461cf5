import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { MORNING } from '../examples.ts'
import { glanceSchema } from '../glance-schema.ts'

export const glanceCalls = defineCalls('operator', {
  readGlance: {
    method: 'GET',
    path: '/glance',
    summary: 'Today at a glance: figures of the site',
    access: 'operator',
    success: { status: 200, results: z.array(glanceSchema).length(1), about: 'the figures' },
    example: {
      response: [
        {
          at: MORNING,
          readers: 12,
          days: [{ day: '2026-11-21', posts: 34, people: 20, signUps: 2 }],
          cases: { open: 1, appealed: 0 },
          mail: { delivered: 8, waiting: 0, failed: 0 },
          database: { bytes: 4_000_000, limit: 10_000_000_000 },
          questionDays: 7,
          alarms: [],
        },
      ],
    },
  },
})
