import { now } from '../config/clock.ts'
import type { Role } from '../../domain/moderation.ts'

const APPEND = `
  INSERT INTO audit_log (at, actor_id, role, action, subject, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`

/**
 * The statement that appends an entry to the log (`docs/product.md#audit-log`), for the batch with what it records. The
 * log holds ids, no names and no addresses.
 * @param subject the id of what the action is about: a case, a person, a question
 */
export function audit(
  env: Env,
  { userId, role }: { userId: string; role: Role | 'member' },
  action: string,
  subject: string,
  why = '',
): D1PreparedStatement {
  return env.DB.prepare(APPEND).bind(now(env), userId, role, action, subject, why)
}
