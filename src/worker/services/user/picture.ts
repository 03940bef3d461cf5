import { MAX_PICTURE_BYTES } from '../../../domain/picture.ts'
import type { Handler } from '../../http/create-service.ts'
import { pictureHeaders } from '../../http/headers.ts'
import { ServiceError, notAvailable, type ServiceContext } from '../../http/service.ts'
import { deletePicturesLater, discardPicture, replacePicture } from '../../pictures/storage.ts'
import { reEncode } from '../../pictures/re-encode.ts'

/**
 * Replaces the person's picture, re-encoded from its pixels.
 * @throws ServiceError dataNotAvailable (`picture`) for what is no image of the type, requestTooLarge,
 *   databaseConnectionFailed with `retryAfter` while the isolate is busy
 */
export const changePicture: Handler<'changePicture'> = async (c, { picture, type }) => {
  const { userId } = c.var.person
  const bytes = bytesOf(picture)
  const releaseSlot = takePictureSlot()
  try {
    const encoded = await reEncode(c.env, bytes, type === 'png' ? 'png' : 'jpeg')
    if (!encoded) throw notAvailable('picture')
    await replacePicture(c.env, userId, encoded)
    deletePicturesLater(c)
  } finally {
    releaseSlot()
  }
}

export const removePicture: Handler<'removePicture'> = async (c) => {
  await discardPicture(c.env, c.var.person.userId)
  deletePicturesLater(c)
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function bytesOf(picture: string): Uint8Array<ArrayBuffer> {
  const base64 = picture.replace(/^data:image\/(?:png|jpe?g);base64,/, '')
  if ((base64.length / 4) * 3 > MAX_PICTURE_BYTES + 2) throw new ServiceError('requestTooLarge')
  if (!BASE64.test(base64)) throw notAvailable('picture')
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64')
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  if (bytes.length > MAX_PICTURE_BYTES) throw new ServiceError('requestTooLarge')
  return bytes
}

const MAX_PICTURES = 2
/** Frees the slot of a client that disconnected. */
const SLOT_TTL_MS = 10_000

const slots = new Set<{ expiresAt: number }>()

/**
 * Takes a picture slot, which bounds the isolate's memory.
 * @returns a function that releases it
 * @throws ServiceError databaseConnectionFailed with `retryAfter` while all are taken
 */
function takePictureSlot(): () => void {
  const nowMs = Date.now()
  for (const slot of slots) if (slot.expiresAt <= nowMs) slots.delete(slot)
  if (slots.size >= MAX_PICTURES)
    throw new ServiceError('databaseConnectionFailed', { retryAfter: 1 })
  const slot = { expiresAt: nowMs + SLOT_TTL_MS }
  slots.add(slot)
  return () => slots.delete(slot)
}

const ID = /^[\w-]{22}$/
/** `If-None-Match` values that R2 accepts; it throws on anything else. */
const ETAGS = /^(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*$/
const TYPES = ['image/jpeg', 'image/png']

/**
 * Serves `/picture/<id>`. The type is one of two, whatever the bytes are.
 * @throws ServiceError dataNotFound, databaseConnectionFailed while the bucket does not respond
 */
export async function pictureFile(c: ServiceContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!ID.test(id)) throw new ServiceError('dataNotFound')
  const ifNoneMatch = c.req.header('If-None-Match') ?? ''
  const onlyIf = new Headers(ETAGS.test(ifNoneMatch) ? { 'If-None-Match': ifNoneMatch } : {})
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
