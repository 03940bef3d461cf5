import { createRoute, z } from '@hono/zod-openapi'
import { languages } from '../../domain/language.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../clock.ts'
import { accepted, failure } from '../contract/schemas.ts'
import { createService, ServiceError } from '../contract/service.ts'
import { limit, MINUTE } from '../limits.ts'
import { addressCounter } from '../session/client-address.ts'
import { countReport, gather } from './gathered-reports.ts'
import { pageRoutes } from './page-routes.ts'

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

const vitalsRoute = createRoute({
  method: 'post',
  path: '/vitals',
  request: { body: { required: true, content: { 'application/json': { schema: reportSchema } } } },
  responses: { 202: accepted, 400: failure, 403: failure, 406: failure, 413: failure },
})

/** Two significant digits bound the table, whoever sends what. */
function rounded(value: number): number {
  return Number(value.toPrecision(2))
}

function rowOf({ name, value }: PerformanceReport['metrics'][number]) {
  return { metric: name, value: Math.round(rounded(name === 'CLS' ? value * 1000 : value)) }
}

/** A page's name in the table: a path that is none of ours may hold anything and is only `other`. */
function pageName(path: string): string {
  return Object.hasOwn(pageRoutes, path) ? path : 'other'
}

/**
 * `POST /service/vitals`, the performance-metrics report (`contract.md`): counted by Tokyo day, page, language and
 * value, with nothing of who sent it.
 */
export const vitalsService = createService({ bodyLimit: 2048 }).openapi(vitalsRoute, async (c) => {
  const { page, language, metrics } = c.req.valid('json')
  const sender = await addressCounter(c.env, c.req.raw.headers, 'vitals')
  const nowMs = now(c.env)
  const retryAfter = countReport(sender, limit(c.env, 'reportsPerMinute'), MINUTE, nowMs)
  if (retryAfter > 0) throw new ServiceError('tooManyAttempts', { retryAfter })
  const counted = { day: tokyoDay(nowMs), page: pageName(page), language }
  gather(
    c.env,
    c.executionCtx,
    metrics.map((metric) => ({ ...counted, ...rowOf(metric) })),
  )
  return c.json({ results: [] }, 202)
})
