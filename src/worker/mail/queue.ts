import { now } from '../config/clock.ts'
import { newId } from '../db/id.ts'
import { deliver } from './deliver.ts'
import { mailLifetimeMs, type MailMessage } from './message.ts'
import { renderMail } from './render.ts'
import { seal } from '../keys/seal.ts'
import type { Lifetime } from '../http/lifetime.ts'

const STORE = `
  INSERT INTO mail (id, user_id, sealed, created_at, next_attempt_at, expires_at, is_bulk)
  VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)`

/** A mail, rendered and sealed, as a statement for the caller's transaction; the cron sends it. */
export async function mailStatement(
  env: Env,
  message: MailMessage,
): Promise<{ id: string; statement: D1PreparedStatement }> {
  const id = newId()
  const createdAt = now(env)
  const sealed = await seal(env, 'mail', id, renderMail(message))
  const expiresAt = createdAt + mailLifetimeMs[message.kind]
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
 * Stores the mail, sealed, and sends it after the request. What cannot be sent now waits for the cron:
 * a transport that is down delays and never loses.
 * @param lifetime the request's, or its caller's; a delivery's failure never reaches it
 */
export async function queueMail(env: Env, lifetime: Lifetime, message: MailMessage): Promise<void> {
  const { id, statement } = await mailStatement(env, message)
  await statement.run()
  lifetime.waitUntil(deliver(env, id))
}
