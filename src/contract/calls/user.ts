import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import { BUILT_IN_TERMS } from '../../domain/legal-pages.ts'
import { pictureTypes } from '../../domain/user.ts'
import { defineCalls, results, codeSends, signInFailures } from '../call.ts'
import { sample } from '../examples.ts'
import { fields } from '../fields.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, PICTURE_BODY_LIMIT } from '../../domain/picture.ts'
import { userSchema } from '../schemas.ts'
import { reminderCalls } from './reminder.ts'
import { passkeyCalls } from './passkey.ts'
import { sessionCalls } from './session.ts'

const { accountEmail: email, newEmail, password, newPassword } = fields

const settingCalls = defineCalls('user', {
  readMe: {
    endpoint: 'GET /user/me',
    summary: 'Who is signed in',
    description: 'Also before activation and while suspended.',
    access: 'account',
    success: results(z.array(userSchema).min(1), 'the signed-in person'),
  },
  agreeToTerms: {
    endpoint: 'PUT /user/terms',
    summary: 'Agree to the present version of the terms',
    description: 'Posting is refused with the field `terms` until then; everything else goes on.',
    access: 'account',
    body: z.strictObject({
      version: z.string().describe('`termsDue` of the user'),
    }),
    example: { version: BUILT_IN_TERMS },
  },
  changeUsername: {
    endpoint: 'PUT /user/username',
    summary: 'Change the caller’s username',
    description: '1 to 30 letters, digits, `-` and `_`; unique without regard to case.',
    access: 'member',
    body: z.strictObject({ newUsername: z.string() }),
    purges: 'reads',
    errors: ['usernameTaken'],
    example: { newUsername: sample.newUsername },
  },
  changePassword: {
    endpoint: 'PUT /user/password',
    summary: 'Change the caller’s password; the other sessions end',
    access: 'member',
    body: z.strictObject({ email, password, newPassword }),
    errors: ['invalidUsernameOrPassword', 'userPrivilegeNotFound'],
    limits: signInFailures,
    example: { email: sample.email, password: sample.password, newPassword: sample.newPassword },
  },
  requestEmailChange: {
    endpoint: 'GET /user/email/confirm/',
    summary: 'Send a link to a new address',
    access: 'member',
    query: z.object({ newEmail, language: fields.language }),
    errors: ['authorizationFailed', 'userPrivilegeNotFound', 'emailTaken'],
    limits: codeSends,
    changesData: true,
    example: { newEmail: sample.newEmail, language: 'ja' },
  },
  confirmEmailChange: {
    endpoint: 'PUT /user/email/confirm/',
    summary: 'Confirm the new address with the token of the mailed link',
    access: 'member',
    body: z.strictObject({ token: z.string() }),
    errors: ['userPrivilegeNotFound', 'emailTaken'],
    example: { token: sample.linkToken },
  },
  changeGender: {
    endpoint: 'PUT /user/gender',
    summary: 'Change the caller’s gender',
    description: '0 not set, 1 to 4 as on the settings page.',
    access: 'member',
    body: z.strictObject({ gender: z.int().min(0).max(4) }),
    example: { gender: 2 },
  },
  changeBirthYear: {
    endpoint: 'PUT /user/birthyear',
    summary: 'Change the caller’s year of birth',
    description: '0 not set, or this year and the 99 before it.',
    access: 'member',
    body: z.strictObject({ birthYear: z.int() }),
    example: { birthYear: 1990 },
  },
  changeReading: {
    endpoint: 'PUT /user/reading',
    summary: 'Change what the day’s page shows the caller',
    access: 'member',
    description: 'Changes the choices that are sent.',
    body: z.strictObject({
      hidesEcho: z.boolean().optional().describe('shows no earlier answers of the caller'),
      hidesOthers: z
        .boolean()
        .optional()
        .describe('covers others’ answers on today’s question until the caller has answered'),
    }),
    example: { hidesEcho: true, hidesOthers: true },
  },
  changePicture: {
    endpoint: 'PUT /user/picture',
    summary: 'Replace the caller’s picture',
    description: `JPEG or PNG, at most ${MAX_PICTURE_BYTES / 2 ** 20} MiB and ${MAX_PICTURE_SIDE} × ${MAX_PICTURE_SIDE}; stored as encoded again from its pixels.`,
    access: 'member',
    bodyLimit: PICTURE_BODY_LIMIT,
    body: z.strictObject({
      picture: z.string().describe('base64; a data URL’s prefix is tolerated'),
      type: z.enum(pictureTypes),
    }),
    purges: 'reads',
    timeoutMs: MINUTE_MS,
    example: { picture: sample.picture, type: 'png' },
  },
  removePicture: {
    endpoint: 'DELETE /user/picture',
    summary: 'Remove the caller’s picture',
    description: 'Their crest is shown instead.',
    access: 'account',
    success: { status: 205, about: 'the caller has no picture' },
    purges: 'reads',
  },
})

export const userCalls = {
  ...settingCalls,
  ...reminderCalls,
  ...sessionCalls,
  ...passkeyCalls,
} as const
