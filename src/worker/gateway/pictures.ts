import { Hono } from 'hono'
import { errorResponse } from '../contract/service.ts'
import type { GatewayBindings } from './request-log.ts'

const ID = /^[A-Za-z0-9_-]{22}$/
const TYPES = ['image/jpeg', 'image/png']

/**
 * `/picture/<id>`: what an id names never changes. Its type is one of two, whatever its bytes are, and nothing in it
 * can run (`security.md` 13).
 */
export const pictureRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:id', async (c) => {
  const { requestId } = c.var
  const id = c.req.param('id')
  if (!ID.test(id)) return errorResponse('dataNotFound', { requestId })
  const object = await c.env.PICTURES.get(id, { onlyIf: c.req.raw.headers }).catch(() => undefined)
  if (object === undefined) return errorResponse('databaseConnectionFailed', { requestId })
  const type = object?.httpMetadata?.contentType ?? ''
  if (!object || !TYPES.includes(type)) return errorResponse('dataNotFound', { requestId })
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': 'inline',
    ETag: object.httpEtag,
  }
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  return new Response(object.body, { headers })
})
