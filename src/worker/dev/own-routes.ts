import { createRoute, z } from '@hono/zod-openapi'
import { failure, liveMessageSchema, results } from '../../contract/schemas.ts'
import { serviceNames } from '../../contract/bases.ts'

const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

const healthSchema = z
  .strictObject({
    results: z.strictObject({
      database: z.boolean(),
      problems: z.array(z.string()).openapi({ description: 'sentences that name a variable each' }),
      remote: z
        .array(z.enum(serviceNames))
        .openapi({ description: 'the services that are remote' }),
    }),
  })
  .openapi('Health')

const window = z.strictObject({ start: z.int(), end: z.int() })

/** The routes that the gateway answers itself, as the contract describes them. */
export const ownRoutes = [
  createRoute({
    method: 'get',
    path: '/service/ip',
    request: { query: z.object({ format: z.literal('json').optional() }) },
    responses: {
      200: json(
        z.strictObject({ ip: z.union([z.string(), z.literal(false)]) }),
        'the address, or false',
      ),
    },
  }),
  createRoute({
    method: 'get',
    path: '/service/maintenance',
    responses: { 200: results(z.array(window), 'the window in epoch seconds, or nothing') },
  }),
  createRoute({
    method: 'get',
    path: '/service/quest/v1/question/live',
    request: { query: z.object({ questionId: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/) }) },
    responses: { 101: json(liveMessageSchema, 'a WebSocket, each frame of which is this') },
  }),
  createRoute({
    method: 'get',
    path: '/service/openapi.json',
    responses: {
      200: json(
        z.looseObject({
          openapi: z.string(),
          info: z.looseObject({ title: z.string(), version: z.string() }),
          paths: z.looseObject({}),
        }),
        'OpenAPI 3.1',
      ),
    },
  }),
  createRoute({
    method: 'get',
    path: '/picture/{pictureId}',
    request: {
      params: z.object({
        pictureId: z.string().openapi({ param: { name: 'pictureId', in: 'path' } }),
      }),
    },
    responses: {
      200: {
        description: 'the picture, to be kept for good',
        content: { 'image/jpeg': { schema: {} }, 'image/png': { schema: {} } },
      },
      304: { description: 'the one that `If-None-Match` names' },
      404: failure,
    },
  }),
  createRoute({
    method: 'get',
    path: '/healthz',
    responses: {
      200: json(healthSchema, 'all well'),
      503: json(healthSchema, 'the database does not answer, or a variable is wrong'),
    },
  }),
]
