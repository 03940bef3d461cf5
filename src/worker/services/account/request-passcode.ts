import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { languages, type Language } from '../../../domain/language.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { accepted, failure } from '../../../contract/schemas.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { authorize } from '../../identity/authorize.ts'
import { countSending } from '../../identity/check-passcode.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { sendPasscode } from '../../identity/send-passcode.ts'
import { addressOf } from './queries.ts'

const headers = z.object({ languagecode: z.enum(languages) })

export const deletionPasscodeRoute = createRoute({
  method: 'get',
  path: '/user/account/delete',
  security: [{ bearer: [] }],
  request: { headers },
  responses: { 202: accepted, '4XX': failure },
})

/**
 * Sends the code that permits deleting the account, activated or not.
 * @returns seconds until the next sending
 * @throws ServiceError as `authorize`; tooManyAttempts
 */
export async function requestDeletionPasscode(
  c: Context<ServiceBindings>,
  language: Language,
): Promise<number> {
  const { env } = c
  const { userId } = await authorize(c, { unactivated: true })
  const { email, emailKey } = await addressOf(env, userId)
  const purpose = passcodePurpose.accountDeletion
  const untilNext = await countSending(env, emailKey, purpose)
  const waitUntil = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise)
  const sending = { purpose, language, origin: publicOrigin(env, c.req.url) }
  await sendPasscode(env, waitUntil, { id: userId, email, emailKey }, sending)
  return untilNext
}
