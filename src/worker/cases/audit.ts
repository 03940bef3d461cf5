import { now } from '../config/clock.ts'
import type { Role } from '../../domain/moderation.ts'

const APPEND = `
  INSERT INTO audit_log (at, actor_id, role, action, subject, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`

/**
 * Appends to the log (`docs/product.md#audit-log`); batch it with the action. Ids only, no personal data.
 * @param subject id of the case, person or question
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
