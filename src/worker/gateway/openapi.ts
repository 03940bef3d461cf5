import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { failure, results } from '../contract/schemas.ts'
import { embeddedServices, serviceBases, type ServiceName } from './services.ts'
import { vitalsService } from './vitals.ts'

/** What the gateway answers itself below `/service`. */
const own = new OpenAPIHono()
own.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
  type: 'http',
  scheme: 'bearer',
  description: 'the access token',
})
const ownRoutes = [
  createRoute({
    method: 'get',
    path: '/ip',
    request: { query: z.object({ format: z.literal('json').optional() }) },
    responses: {
      200: {
        description: 'the visitor’s address, or false',
        content: {
          'application/json': {
            schema: z.strictObject({ ip: z.union([z.string(), z.literal(false)]) }),
          },
        },
      },
    },
  }),
  createRoute({
    method: 'get',
    path: '/maintenance',
    responses: {
      200: results(
        z.array(z.strictObject({ start: z.int(), end: z.int() })),
        'the maintenance window that lasts now, epoch seconds, or nothing',
      ),
    },
  }),
  createRoute({
    method: 'get',
    path: '/quest/v1/question/live',
    request: { query: z.object({ questionId: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/) }) },
    responses: { 101: { description: 'a WebSocket of `LiveEvent`s' }, '4XX': failure },
  }),
]
for (const route of ownRoutes) own.openAPIRegistry.registerPath(route)

const parts = [
  ['/service', own],
  ['/service', vitalsService],
  ...(Object.keys(serviceBases) as ServiceName[]).map(
    (name) => [serviceBases[name], embeddedServices[name]] as const,
  ),
] as const

const about = {
  openapi: '3.1.0',
  info: { title: 'Ichimon', version: '1', description: 'The services of one origin.' },
}

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

let made: Document | undefined

/** The contract as OpenAPI 3.1, made of the schemas that the services check requests with (`contract.md`). */
export function openApiDocument(): Document {
  made ??= merged()
  return made
}

function merged(): Document {
  const document: Document = { ...about, paths: {}, components: {} }
  const { schemas, securitySchemes } = { schemas: {}, securitySchemes: {} }
  for (const [base, service] of parts) {
    const part = service.getOpenAPI31Document(about)
    for (const [path, operations] of Object.entries(part.paths ?? {}))
      document.paths![`${base}${path}`] = operations
    Object.assign(schemas, part.components?.schemas)
    Object.assign(securitySchemes, part.components?.securitySchemes)
  }
  document.components = { schemas, securitySchemes }
  return document
}
