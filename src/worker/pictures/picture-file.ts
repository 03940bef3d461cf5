import type { Context } from 'hono'
import { pictureHeaders } from '../http/file-headers.ts'
import { ServiceError, type ServiceBindings } from '../http/service.ts'

const ID = /^[\w-]{22}$/
/** `If-None-Match` values that R2 accepts; it throws on anything else. */
const ETAGS = /^(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*$/
const TYPES = ['image/jpeg', 'image/png']

/**
 * `/picture/<id>`: the type is one of two, whatever the bytes are.
 * @throws ServiceError dataNotFound, databaseConnectionFailed while the bucket does not respond
 */
export async function pictureFile(c: Context<ServiceBindings>): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!ID.test(id)) throw new ServiceError('dataNotFound')
  const known = c.req.header('If-None-Match') ?? ''
  const onlyIf = new Headers(ETAGS.test(known) ? { 'If-None-Match': known } : {})
  const object = await c.env.PICTURES.get(id, { onlyIf }).catch((cause: unknown) => {
    throw new ServiceError('databaseConnectionFailed', { cause })
  })
  const type = object?.httpMetadata?.contentType ?? ''
  if (!object || !TYPES.includes(type)) throw new ServiceError('dataNotFound')
  const headers = {
    ...pictureHeaders,
    'Content-Type': type,
    ETag: object.httpEtag,
  }
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  return new Response(object.body, { headers })
}
