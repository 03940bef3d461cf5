import { epochSeconds } from '../../domain/durations.ts'
import type { MaintainedService } from '../../domain/maintenance.ts'

const WINDOW = `
  SELECT starts_at AS startsAt, ends_at AS endsAt FROM maintenance_window WHERE service = ?1`

/**
 * A service's maintenance window as two named entries; empty when unset. The caller ignores a window with only one
 * entry.
 */
export async function maintenanceEntries(env: Env, service: MaintainedService) {
  const window = await env.DB.prepare(WINDOW)
    .bind(service)
    .first<{ startsAt: number | null; endsAt: number | null }>()
  return [
    { name: 'serviceMaintenanceStart' as const, time: window?.startsAt },
    { name: 'serviceMaintenanceEnd' as const, time: window?.endsAt },
  ].flatMap(({ name, time }) => (time ? [{ name, lastUpdated: epochSeconds(time) }] : []))
}
