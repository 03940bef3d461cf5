import { now } from '../config/clock.ts'
import type { Role } from '../../domain/moderation.ts'

/** Entry of the append-only log (`docs/product.md#audit-log`). Holds ids, no names and no addresses. */
interface AuditEntry {
  /** A person's id; empty for a filter or the sum of reports. */
  actorId: string
  role: Role | 'member' | 'guest' | 'system'
  action: string
  /** The subject of the action: the id of a case or a person. */
  subject: string
  why?: string | undefined
}

const APPEND = `
  INSERT INTO audit_log (at, actor_id, role, action, subject, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`

/** The statement that appends an entry, for the batch with what it records. */
export function audit(env: Env, entry: AuditEntry): D1PreparedStatement {
  const { actorId, role, action, subject, why = '' } = entry
  return env.DB.prepare(APPEND).bind(now(env), actorId, role, action, subject, why)
}
