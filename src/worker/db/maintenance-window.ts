import { epochSeconds } from '../../domain/durations.ts'
import type { MaintainedService } from '../../domain/maintenance.ts'

const WINDOW = `
  SELECT starts_at AS startsAt, ends_at AS endsAt FROM maintenance_window WHERE service = ?1`

/**
 * A service's maintenance window as two named entries; none when no window is set. A window with only one of its
 * times has one entry; the caller treats it as no window.
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
