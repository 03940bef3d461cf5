import type { Language } from '../../domain/language.ts'
import type { Role } from '../../domain/moderation.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { newId } from '../db/id.ts'
import { isSuspended } from '../db/suspension.ts'
import type { Lifetime, ServiceContext } from '../http/service.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { seal } from '../keys/seal.ts'
import { errorName, log } from '../logging/log.ts'
import { deliver } from './deliver.ts'
import { mailKinds, type MailMessage, renderMail } from './render.ts'

const STORE = `
  INSERT INTO mail (id, user_id, sealed, created_at, next_attempt_at, expires_at, is_bulk)
  VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)`

/** Renders and seals a mail, as a statement for the caller's transaction; the cron sends it. */
export function mailStatement(
  env: Env,
  message: MailMessage,
): { id: string; statement: D1PreparedStatement } {
  const id = newId()
  const createdAt = now(env)
  const { name } = config(env).operator
  const sealed = seal(env, 'mail', id, renderMail(message, name?.[message.language]))
  const expiresAt = createdAt + mailKinds[message.kind].lifetimeMs
  const statement = env.DB.prepare(STORE).bind(
    id,
    message.userId ?? null,
    sealed,
    createdAt,
    Math.min(expiresAt, message.expiresAt ?? expiresAt),
    message.unsubscribe ? 1 : 0,
  )
  return { id, statement }
}

/**
 * Stores the sealed mail and sends it after the request; the cron retries failures.
 * @param lifetime of the request; never receives a delivery's failure
 */
export async function queueMail(env: Env, lifetime: Lifetime, message: MailMessage): Promise<void> {
  const { id, statement } = mailStatement(env, message)
  await statement.run()
  lifetime.waitUntil(deliver(env, id))
}

export const logNotStored =
  (env: Env, { kind }: Pick<MailMessage, 'kind'>) =>
  (error: unknown) =>
    log(env, 'error', 'mail', { mail: 'not-stored', kind, reason: errorName(error) })

/** Queues mails about completed decisions: a failure is only logged. */
export async function queueMails(
  c: ServiceContext,
  messages: readonly MailMessage[],
): Promise<void> {
  await Promise.all(
    messages.map((message) =>
      queueMail(c.env, c.executionCtx, message).catch(logNotStored(c.env, message)),
    ),
  )
}

/** A local set-up may have no PUBLIC_ORIGIN. */
export const deskLink = (env: Env, path: string) => publicOrigin(env) + path

/** ?1: now; ?2: roles as a JSON array. */
const PEOPLE = `
  SELECT id, email, language FROM user
  WHERE activated_at IS NOT NULL AND removed_at IS NULL AND NOT ${isSuspended('?1')}
    AND id IN (SELECT user_id FROM user_role WHERE role IN (SELECT value FROM json_each(?2)))`

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
