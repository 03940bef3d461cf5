import { z } from 'zod'
import { deviceNames } from '../../domain/user.ts'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { secondsOf } from '../fields.ts'

export const openSessionSchema = z
  .strictObject({
    sessionId: z.string(),
    deviceName: z.enum(deviceNames).optional().describe('absent where it is unknown'),
    signedInAt: secondsOf('the sign-in'),
    usedAt: secondsOf('the last refresh of the tokens, or the sign-in'),
    isCurrent: z.boolean().describe('the session of the access token'),
  })
  .meta({ id: 'OpenSession' })
export type OpenSession = z.infer<typeof openSessionSchema>

const ended = (about: string) => ({ status: 205, about }) as const

/** Also before activation and while suspended; none asks for a password. */
export const sessionCalls = defineCalls('user', {
  listSessions: {
    endpoint: 'GET /user/sessions',
    summary: 'The caller’s sessions, the current one first',
    access: 'account',
    success: results(z.array(openSessionSchema), 'the sessions, newest use first'),
  },
  endSession: {
    endpoint: 'DELETE /user/sessions',
    hasNoRules: true,
    summary: 'End one of the caller’s sessions',
    access: 'account',
    body: z.strictObject({ sessionId: z.string() }),
    success: ended('the session has ended'),
    errors: ['dataNotFound'],
    example: { sessionId: sample.sessionId },
  },
  endOtherSessions: {
    endpoint: 'DELETE /user/sessions/others',
    summary: 'End all of the caller’s sessions but the current one',
    access: 'account',
    success: ended('the others have ended'),
  },
})
