import { createRoute, z } from '@hono/zod-openapi'
import { languages } from '../domain/language.ts'
import { accepted, failure } from './schemas.ts'

const metrics = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const

/** Longer than any visitor waits, milliseconds; a layout shift score of 600. */
const MOST = 600_000

const reportSchema = z
  .strictObject({
    page: z.string().max(200).openapi({ description: 'public path without locale and query' }),
    language: z.enum(languages),
    metrics: z
      .array(
        z.strictObject({
          name: z.enum(metrics),
          value: z.number().min(0).max(MOST).openapi({ description: 'ms; CLS: the score' }),
        }),
      )
      .min(1)
      .max(metrics.length)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
  })
  .openapi('PerformanceReport')

export type PerformanceReport = z.infer<typeof reportSchema>

export const vitalsRoute = createRoute({
  method: 'post',
  path: '/vitals',
  request: { body: { required: true, content: { 'application/json': { schema: reportSchema } } } },
  responses: { 202: accepted, 400: failure, 403: failure, 406: failure, 413: failure },
})
