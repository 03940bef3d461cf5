import { MINUTE_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import { log } from '../logging/log.ts'
import { unseal } from '../keys/seal.ts'
import type { RenderedMail } from './render.ts'
import { transportOf, type Transport } from './transport.ts'

/** Must exceed the longest delivery. */
const CLAIM_MS = 3 * MINUTE_MS
const BACKOFF_MINUTES = [1, 2, 5, 15, 60]
/** Limits of one cron run; it stops after `MAX_FAILURES` failures in a row. */
const MAX_PER_RUN = 200
const MAX_FAILURES = 3

interface MailRow {
  id: string
  sealed: string
  attempts: number
}

const DUE = 'sent_at IS NULL AND next_attempt_at <= ?1 AND expires_at > ?1'
const CLAIM = 'UPDATE mail SET attempts = attempts + 1, next_attempt_at = ?2'
const CLAIMED = 'RETURNING id, sealed, attempts'
const CLAIM_ONE = `${CLAIM} WHERE id = ?3 AND ${DUE} ${CLAIMED}`
/** Bulk mail has its own index and statement, so that it never delays a passcode. */
const claimNext = (isBulk: 0 | 1) => `${CLAIM}
  WHERE id = (SELECT id FROM mail WHERE ${DUE} AND is_bulk = ${isBulk} ORDER BY next_attempt_at LIMIT 1)
    AND ${DUE} ${CLAIMED}`
const CLAIM_PROMPT = claimNext(0)
const CLAIM_BULK = claimNext(1)

/** Sends one stored mail unless another worker claimed it, then the other due ones. Never rejects. */
export async function deliver(env: Env, id: string): Promise<void> {
  await logFailures(env, async () => {
    const transport = transportOf(env)
    if (!transport) return logUnconfigured(env)
    const row = await claim(env, env.DB.prepare(CLAIM_ONE), id)
    if (row && (await attempt(env, transport, row))) await deliverDue(env, transport)
  })
}

/** Sends due mail and deletes expired mail. Never rejects. */
export async function deliverWaiting(env: Env): Promise<void> {
  await logFailures(env, async () => {
    await dropExpired(env)
    const transport = transportOf(env)
    if (!transport) return logUnconfigured(env)
    await deliverDue(env, transport, true)
  })
}

/** Sends due prompt mail. Bulk mail is left to the cron, not to readers' requests. */
async function deliverDue(env: Env, transport: Transport, bulk = false): Promise<void> {
  let failures = 0
  for (let tried = 0; tried < MAX_PER_RUN && failures < MAX_FAILURES; tried += 1) {
    const row =
      (await claim(env, env.DB.prepare(CLAIM_PROMPT))) ??
      (bulk ? await claim(env, env.DB.prepare(CLAIM_BULK)) : null)
    if (!row) return
    failures = (await attempt(env, transport, row)) ? 0 : failures + 1
  }
}

function claim(env: Env, statement: D1PreparedStatement, ...id: string[]): Promise<MailRow | null> {
  const claimedAt = now(env)
  return statement.bind(claimedAt, claimedAt + CLAIM_MS, ...id).first<MailRow>()
}

async function attempt(env: Env, transport: Transport, row: MailRow): Promise<boolean> {
  const mail = unseal<RenderedMail>(env, 'mail', row.id, row.sealed)
  if (!mail) {
    await env.DB.prepare('DELETE FROM mail WHERE id = ?').bind(row.id).run()
    logMail(env, 'error', 'unreadable', { id: row.id })
    return false
  }
  try {
    await transport.send({ ...mail, id: row.id })
  } catch (error) {
    await postpone(env, row)
    logMail(env, 'warn', 'delayed', { id: row.id, attempts: row.attempts, reason: reasonOf(error) })
    return false
  }
  await env.DB.prepare('UPDATE mail SET sent_at = ?2, sealed = ?3 WHERE id = ?1')
    .bind(row.id, now(env), transport.keepsMail ? row.sealed : '')
    .run()
  return true
}

async function postpone(env: Env, row: MailRow): Promise<void> {
  const minutes = BACKOFF_MINUTES[Math.min(row.attempts, BACKOFF_MINUTES.length) - 1] ?? 1
  await env.DB.prepare('UPDATE mail SET next_attempt_at = ?3 WHERE id = ?1 AND attempts = ?2')
    .bind(row.id, row.attempts, now(env) + minutes * MINUTE_MS)
    .run()
}

async function dropExpired(env: Env): Promise<void> {
  const { meta } = await env.DB.prepare(
    'DELETE FROM mail WHERE sent_at IS NULL AND expires_at <= ?',
  )
    .bind(now(env))
    .run()
  if (meta.changes > 0) logMail(env, 'warn', 'expired', { dropped: meta.changes })
}

async function logUnconfigured(env: Env): Promise<void> {
  const waiting = await env.DB.prepare(
    'SELECT count(*) AS n FROM mail WHERE sent_at IS NULL',
  ).first<number>('n')
  if (waiting) logMail(env, 'warn', 'no-transport', { waiting })
}

async function logFailures(env: Env, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    logMail(env, 'error', 'failed', { reason: reasonOf(error) })
  }
}

/** Mail servers repeat addresses in replies; the log must not contain any. */
function reasonOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .replace(/<[^>]*>|\S+@\S+/g, '…')
    .trim()
    .slice(0, 200)
}

function logMail(env: Env, level: 'warn' | 'error', mail: string, details: object): void {
  log(env, level, 'mail', { mail, ...details })
}
