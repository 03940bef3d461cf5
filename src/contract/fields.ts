import { z } from 'zod'
import { isCommonPassword } from '../domain/common-passwords.ts'
import { isValidEmail, normalizeEmail } from '../domain/email.ts'
import { ID } from '../domain/id.ts'
import { languages, type Language } from '../domain/language.ts'
import { isValidPassword } from '../domain/password.ts'
import { isFurther, type FurtherLanguage } from '../domain/texts-by-language.ts'
import { usernameProblem } from '../domain/username.ts'
import { sample } from './examples.ts'

const text = (description: string) => z.string().describe(description)

export const address = (description: string) =>
  z.string().transform(normalizeEmail).refine(isValidEmail).describe(description)

export const fields = {
  email: address('the account’s address'),
  /** With a password, a malformed address is as wrong as any other. */
  accountEmail: text('the account’s address'),
  newEmail: address('the new address'),
  password: text('the account’s password'),
  newPassword: z
    .string()
    .refine((password) => isValidPassword(password) && !isCommonPassword(password))
    .describe('the new password; common ones are refused'),
  passcode: text('the six digits of the mail'),
  username: z
    .string()
    .refine((name) => !usernameProblem(name))
    .describe('the username to check'),
  userId: text('the caller’s user ID'),
  language: z.enum(languages).describe('of the mail or file'),
}

/** A malformed id gets another error than an unknown one. */
export const questionId = z.string().regex(ID).describe('a question’s id')

export const daySchema = z.iso.date().describe('a day in Tokyo')

export const commentIds = (max: number) =>
  z
    .string()
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= max && ids.every((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id)))
    .describe(`ids of comments, separated by commas; at most ${max}`)

export const seconds = z.int().describe('epoch seconds')
export const secondsOf = (description: string) => z.int().describe(`${description}, epoch seconds`)

export const trimmedLine = (max: number) => z.string().trim().min(1).max(max)

/** Only English and Japanese are required. */
export const texts = z.strictObject(
  Object.fromEntries(
    languages.map((language) => [
      language,
      isFurther(language) ? z.string().optional() : z.string(),
    ]),
  ) as Record<Exclude<Language, FurtherLanguage>, z.ZodString> &
    Record<FurtherLanguage, z.ZodOptional<z.ZodString>>,
)

export const EPOCH_SECONDS = /^[0-9]{1,11}$/

export const epochSeconds = z
  .string()
  .regex(EPOCH_SECONDS)
  .transform(Number)
  .optional()
  .describe('epoch seconds; default: now')

export function entryLimit(max: number, usual: number) {
  return z
    .string()
    .regex(/^[0-9]{1,4}$/)
    .optional()
    .transform((text) => (text === undefined ? usual : Number(text)))
    .refine((count) => count >= 1 && count <= max)
    .describe(`how many at most, 1 to ${max}; default ${usual}`)
}

export const entryOffset = z
  .string()
  .regex(/^[0-9]{1,6}$/)
  .optional()
  .transform((text) => Number(text ?? 0))
  .describe('how many entries to leave out at the beginning; default 0')

const header = (description: string, example?: string) =>
  z
    .string()
    .optional()
    .meta({ description, ...(example && { example }) })

/** Device headers of a sign-in (`docs/product.md#data`); sessions store them in this order. */
const deviceHeaders = {
  LocalIP: header(
    'the address of the connection, or `false`; always set by the gateway, a value sent by the client is ignored',
  ),
  LocalLanguage: header('the browser’s language', 'ja'),
  DeviceName: header(
    'Android, iOS, Mobile, Tablet or Desktop by the user agent; always set by the gateway',
  ),
  Resolution: header('of the screen: width x height', '390x844'),
  TimezoneOffset: header('minutes from the local time to UTC, as JavaScript has it', '-540'),
  LocalRegion: header('country and region of the connection; always set by the gateway'),
  LocalTime: header('the browser’s time', '2026-11-21T07:42:00+09:00'),
  DSTOffset: header('daylight-saving offset, in minutes', '0'),
}

export const deviceHeaderNames = Object.keys(deviceHeaders) as (keyof typeof deviceHeaders)[]

export const signInHeaders = z.object({
  ...deviceHeaders,
  KeepSignedIn: header('0: the session ends within twelve hours'),
  AdmitSuspended: header(
    '1: a suspended account is signed in too, to read its notices and posts, to appeal and to reply',
  ),
})

export const languageHeader = z.object({
  LanguageCode: z.enum(languages).meta({ description: 'the language of the mail', example: 'ja' }),
})

/** Set by the gateway from the reader's cookie if the client sends none. */
export const pageLanguageHeader = z.object({
  LanguageCode: z
    .enum(languages)
    .optional()
    .meta({ description: 'the language of the page that a text was written on', example: 'ja' }),
})

export const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{1,64}$/)
    .optional()
    .meta({
      description: 'one for each post, 1 to 64 printable characters, the same on every retry',
      example: sample.idempotencyKey,
    }),
})
