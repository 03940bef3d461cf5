import { z } from 'zod'
import { MINUTE_MS } from '../domain/durations.ts'
import { languages } from '../domain/language.ts'

const metricNames = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const
/** Longer than anybody waits; as a layout shift, a score of 600. */
const MAX_METRIC_MS = 10 * MINUTE_MS

/** A page's own measurements. */
export const pageVitalsSchema = z
  .strictObject({
    page: z.string().max(200).meta({ description: 'public path without locale and query' }),
    language: z.enum(languages),
    metrics: z
      .array(
        z.strictObject({
          name: z.enum(metricNames),
          value: z.number().min(0).max(MAX_METRIC_MS).meta({ description: 'ms; CLS: the score' }),
        }),
      )
      .min(1)
      .max(metricNames.length)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
  })
  .meta({ id: 'PageVitals' })
export type PageVitals = z.infer<typeof pageVitalsSchema>
