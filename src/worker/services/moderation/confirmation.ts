import { emailKey } from '../../../domain/email.ts'
import type { Language } from '../../../domain/language.ts'
import { PASSCODE_LIFETIME_MS, MAX_PASSCODE_ATTEMPTS } from '../../../domain/passcode.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { newId } from '../../db/id.ts'
import { setNextSending } from '../../identity/rate-limit.ts'
import { ServiceError, notAvailable, type ServiceContext } from '../../http/service.ts'
import { countSending, randomPasscode } from '../../identity/send-passcode.ts'
import { keyedHash } from '../../keys/keyed-hash.ts'
import { seal, unseal } from '../../keys/seal.ts'
import type { MailKind } from '../../mail/render.ts'
import { queueMail } from '../../mail/queue.ts'

const INSERT_UNCONFIRMED = `
  INSERT INTO unconfirmed_report (id, code_hash, sealed_content, expires_at) VALUES (?1, ?2, ?3, ?4)`

/** Counts and compares in one statement, so that no right code at the same moment counts. */
const ATTEMPT = `
  UPDATE unconfirmed_report SET attempts = attempts + (code_hash <> ?4)
  WHERE id = ?1 AND expires_at > ?2 AND attempts < ?3
  RETURNING code_hash = ?4 AS isRight, sealed_content AS sealedContent`
const EXHAUSTED = 'SELECT expires_at FROM unconfirmed_report WHERE id = ?1 AND expires_at > ?2'

export interface Unconfirmed {
  kind: 'report' | 'request'
  email: string
  language: Language
}

const codeHash = (env: Env, id: string, code: string) =>
  keyedHash(config(env), 'passcode', `guest\n${id}\n${code}`)

/**
 * Stores a guest's input, sealed, and mails the confirmation code. Behaves alike whether or not the address has an
 * account.
 * @throws ServiceError tooManyAttempts
 */
export async function requestConfirmation<Content extends Unconfirmed>(
  c: ServiceContext,
  content: Content,
  mail: MailKind,
): Promise<{ id: string }> {
  const { env } = c
  const { email, language } = content
  setNextSending(c, await countSending(env, emailKey(email), 'Report'))
  const id = newId()
  const code = randomPasscode()
  await env.DB.prepare(INSERT_UNCONFIRMED)
    .bind(
      id,
      codeHash(env, id, code),
      seal(env, 'moderation', id, content),
      now(env) + PASSCODE_LIFETIME_MS,
    )
    .run()
  await queueMail(env, c.executionCtx, { to: email, language, kind: mail, code })
  return { id }
}

/**
 * Reads the content that a code confirms. Idempotent: the row stays until it expires.
 * @throws ServiceError dataNotAvailable (`passcode`) for a wrong, expired or unknown code; tooManyAttempts after five
 *   wrong ones
 */
export async function readConfirmed<Content extends Unconfirmed>(
  env: Env,
  { id, passcode }: { id: string; passcode: string },
  kind: Content['kind'],
): Promise<Content> {
  const wrong = () => notAvailable('passcode')
  const row = await env.DB.prepare(ATTEMPT)
    .bind(id, now(env), MAX_PASSCODE_ATTEMPTS, codeHash(env, id, passcode))
    .first<{ isRight: number; sealedContent: string }>()
  if (!row) {
    const isExhausted = await env.DB.prepare(EXHAUSTED).bind(id, now(env)).first()
    throw isExhausted ? new ServiceError('tooManyAttempts') : wrong()
  }
  if (!row.isRight) throw wrong()
  const content = unseal<Content>(env, 'moderation', id, row.sealedContent)
  if (content?.kind !== kind) throw wrong()
  return content
}
