import { z } from '@hono/zod-openapi'
import { ServiceError } from '../../http/service.ts'
import { isValidEmail, normalizeEmail } from '../../../domain/email.ts'
import { languages } from '../../../domain/language.ts'
import { isValidPassword } from '../../../domain/password.ts'

export const languageSchema = z.enum(languages)

/** @throws ServiceError dataNotAvailable naming the field */
export function validEmail(field: string, value: string): string {
  const email = normalizeEmail(value)
  if (!isValidEmail(email)) throw new ServiceError('dataNotAvailable', { field })
  return email
}

/** @throws ServiceError dataNotAvailable naming the field */
export function validPassword(field: string, password: string): string {
  if (!isValidPassword(password)) throw new ServiceError('dataNotAvailable', { field })
  return password
}

/** The device headers and `KeepSignedIn`, as sign-ins and registrations take them; none is required. */
const header = z.string().optional()
export const signInHeaders = z.object({
  localip: header,
  locallanguage: header,
  devicename: header,
  resolution: header,
  timezoneoffset: header,
  localregion: header,
  localtime: header,
  dstoffset: header,
  keepsignedin: header.openapi({ description: '0: the session ends within twelve hours' }),
})

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } }, required: true }
}
