import type { Language } from '../../domain/language.ts'
import type { Role } from '../../domain/moderation.ts'
import { now } from '../config/clock.ts'
import { isSuspended } from '../db/suspension.ts'
import { publicOrigin } from '../http/site-origin.ts'
import type { MailMessage } from './message.ts'
import { queueMail } from './queue.ts'

/** The address of a page of the desk, for links in mail. Outside a deployment there is no PUBLIC_ORIGIN. */
export const deskLink = (env: Env, path: string) =>
  publicOrigin(env, 'http://localhost:8787') + path

/** ?1: now; ?2: roles as a JSON array. */
const PEOPLE = `
  SELECT id, email, language FROM user
  WHERE activated_at IS NOT NULL AND removed_at IS NULL AND NOT ${isSuspended('?1')}
    AND EXISTS (SELECT 1 FROM user_role
      WHERE user_id = user.id AND role IN (SELECT value FROM json_each(?2)))`

/**
 * Mails everybody with one of the roles in their own language.
 * @param messageOf the mail for one language
 */
export async function mailRoles(
  env: Env,
  roles: readonly Role[],
  messageOf: (language: Language) => Pick<MailMessage, 'kind' | 'link' | 'details'>,
): Promise<void> {
  const { results } = await env.DB.prepare(PEOPLE)
    .bind(now(env), JSON.stringify(roles))
    .all<{ id: string; email: string; language: Language }>()
  const deliveries: Promise<unknown>[] = []
  const lifetime = { waitUntil: (delivery: Promise<unknown>) => void deliveries.push(delivery) }
  for (const { id: userId, email: to, language } of results) {
    const message = { to, userId, language, ...messageOf(language) }
    await queueMail(env, lifetime, message)
  }
  await Promise.all(deliveries)
}
