import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import { serviceNames } from '../bases.ts'
import { defineCalls, results } from '../call.ts'
import { languages } from '../../domain/language.ts'

const metricNames = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const
/** Also bounds a layout shift: a score of 600. */
const MAX_METRIC_MS = 10 * MINUTE_MS

const pageVitalsSchema = z
  .strictObject({
    page: z.string().max(200).describe('public path without locale and query'),
    language: z.enum(languages),
    metrics: z
      .array(
        z.strictObject({
          name: z.enum(metricNames),
          value: z.number().min(0).max(MAX_METRIC_MS).describe('ms; CLS: the score'),
        }),
      )
      .min(1)
      .max(metricNames.length)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
  })
  .meta({ id: 'PageVitals' })
export type PageVitals = z.infer<typeof pageVitalsSchema>

const healthSchema = z
  .strictObject({
    results: z.strictObject({
      database: z.boolean(),
      problems: z.array(z.string()).describe('sentences that name a variable each'),
      remote: z.array(z.enum(serviceNames)).describe('the services that are remote'),
      alarms: z.array(z.string()).describe('names of the alarms that are raised'),
    }),
  })
  .meta({ id: 'Health' })

export const gatewayCalls = defineCalls('gateway', {
  readAddress: {
    endpoint: 'GET /service/ip',
    hasNoRules: true,
    summary: 'The client’s IP address',
    query: z.object({
      format: z.literal('json').optional().describe('`json`; other values are ignored'),
    }),
    success: {
      status: 200,
      json: z.strictObject({ ip: z.union([z.string(), z.literal(false)]) }),
      about: 'the address, or false',
    },
    example: { format: 'json' },
  },
  readMaintenance: {
    endpoint: 'GET /service/maintenance',
    summary: 'The current maintenance window, if any',
    description: 'While one lasts, every call that changes data is 503 / -1004 with `Retry-After`.',
    success: results(
      z.array(z.strictObject({ start: z.int(), end: z.int() })),
      'the window in epoch seconds, or nothing',
    ),
  },
  sendVitals: {
    endpoint: 'POST /service/vitals',
    summary: 'Send the vitals of a page: how fast it was',
    description:
      'Logged without anything that identifies the sender; not sent when the reader’s privacy switch is off.',
    body: pageVitalsSchema,
    bodyLimit: 2048,
    limits: { vitalsPerMinute: { max: 30, by: 'network', windowMs: MINUTE_MS, isCoarse: true } },
    changesData: false,
    example: {
      page: '/recent_theme',
      language: 'ja',
      metrics: [
        { name: 'LCP', value: 812.4 },
        { name: 'CLS', value: 0.02 },
      ],
    },
  },
  readContract: {
    endpoint: 'GET /service/openapi.json',
    summary: 'This document',
    success: {
      status: 200,
      json: z.looseObject({
        openapi: z.string(),
        info: z.looseObject({ title: z.string(), version: z.string() }),
        paths: z.looseObject({}),
      }),
      about: 'OpenAPI 3.1',
    },
  },
  readPicture: {
    endpoint: 'GET /picture/{pictureId}',
    summary: 'A person’s picture, which never changes under its id',
    params: z.object({
      pictureId: z.string().describe('the last part of a `pictureLink`'),
    }),
    success: {
      status: 200,
      files: ['image/jpeg', 'image/png'],
      about: 'the picture; cacheable without limit',
      mayBeKnown: true,
    },
    errors: ['dataNotFound'],
  },
  readHealth: {
    endpoint: 'GET /healthz',
    summary:
      'Whether the database answers and the variables are right, and which alarms are raised',
    description:
      '503 with the same body when one of the first two is not so, or when the scheduled jobs are late. Variables are named; ' +
      'their values are never shown.',
    success: {
      status: 200,
      json: healthSchema,
      about: 'healthy',
      orStatus: { 503: 'the database does not answer, a variable is wrong, or the cron is late' },
    },
  },
})
