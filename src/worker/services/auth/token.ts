import { createRoute, z } from '@hono/zod-openapi'
import { failure, results, sessionSchema } from '../../../contract/schemas.ts'
import { jsonBody } from './fields.ts'

const token = { token: z.string() }
const responses = { 200: results(sessionSchema, 'refreshed'), 401: failure }

export const tokenByQueryRoute = createRoute({
  method: 'get',
  path: '/user/token',
  request: { query: z.object(token) },
  responses,
})

/** What the islands call: no token in a URL (`contract.md` Auth service). */
export const tokenRoute = createRoute({
  method: 'post',
  path: '/user/token',
  request: { body: jsonBody(z.strictObject(token)) },
  responses,
})
