import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { results } from '../../contract/schemas.ts'
import type { ServiceBindings } from '../http/service.ts'

const entrySchema = z
  .strictObject({
    name: z.enum(['serviceMaintenanceStart', 'serviceMaintenanceEnd']),
    lastUpdated: z.int().openapi({ description: 'epoch seconds' }),
  })
  .openapi('MaintenanceEntry')

export const maintenanceRoute = createRoute({
  method: 'get',
  path: '/admin/service/maintenance',
  responses: { 200: results(z.array(entrySchema), 'start and end of the window, or nothing') },
})

const WINDOW = `
  SELECT starts_at AS startsAt, ends_at AS endsAt FROM maintenance_window WHERE service = ?1`

/**
 * A service's maintenance window as two named entries; none when no window is set. A window with only one of its
 * times has one entry; the caller treats it as no window.
 */
export async function maintenance(
  c: Context<ServiceBindings>,
  service: 'auth' | 'question',
): Promise<z.infer<typeof entrySchema>[]> {
  const window = await c.env.DB.prepare(WINDOW)
    .bind(service)
    .first<{ startsAt: number | null; endsAt: number | null }>()
  return [
    { name: 'serviceMaintenanceStart' as const, time: window?.startsAt },
    { name: 'serviceMaintenanceEnd' as const, time: window?.endsAt },
  ].flatMap(({ name, time }) => (time ? [{ name, lastUpdated: Math.floor(time / 1000) }] : []))
}
