import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepted, failure } from '../../../contract/schemas.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { log, errorName } from '../../logging/log.ts'
import { emailKey } from '../../../domain/email.ts'
import type { Language } from '../../../domain/language.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { issueDecoy } from '../../identity/issue-passcode.ts'
import { countSending } from '../../identity/check-passcode.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { sendPasscode } from '../../identity/send-passcode.ts'
import { languageSchema, validEmail } from './fields.ts'

const query = z.object({ email: z.string(), language: languageSchema })
const responses = { 202: accepted, 403: failure, 406: failure }

export const registerCompleteRoute = createRoute({
  method: 'get',
  path: '/user/register/complete',
  request: { query },
  responses,
})

export const passwordResetCodeRoute = createRoute({
  method: 'get',
  path: '/user/password/reset',
  request: { query },
  responses,
})

/** Accounts that get a passcode: for activation those that wait for one, for a reset those with a password. */
const RECIPIENT = {
  [passcodePurpose.activation]: 'activated_at IS NULL',
  [passcodePurpose.passwordReset]: 'password_hash IS NOT NULL',
}

/**
 * Sends a passcode if the address has an account. The account is looked up after the response, so that neither the
 * response nor its time reveals it.
 * @throws ServiceError dataNotAvailable (`email`), tooManyAttempts
 */
export async function requestPasscode(
  c: Context<ServiceBindings>,
  purpose: keyof typeof RECIPIENT,
  query: { email: string; language: Language },
): Promise<void> {
  const { env, executionCtx } = c
  const key = emailKey(validEmail('email', query.email))
  await countSending(env, key, purpose)
  const waitUntil = (promise: Promise<unknown>) => executionCtx.waitUntil(promise)
  const sending = { purpose, language: query.language, origin: publicOrigin(env, c.req.url) }

  const find = `SELECT id, email FROM user WHERE email_key = ?1 AND removed_at IS NULL AND ${RECIPIENT[purpose]}`
  const send = async () => {
    const user = await env.DB.prepare(find).bind(key).first<{ id: string; email: string }>()
    await (user
      ? sendPasscode(env, waitUntil, { ...user, emailKey: key }, sending)
      : issueDecoy(env, key))
  }
  waitUntil(
    send().catch((error: unknown) =>
      log(env, 'error', 'requestPasscode', { error: errorName(error) }),
    ),
  )
}
