import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { results } from '../../contract/schemas.ts'
import type { ServiceBindings } from '../../contract/service.ts'

const entries = z.array(
  z.strictObject({
    name: z.enum(['serviceMaintenanceStart', 'serviceMaintenanceEnd']),
    lastUpdated: z.int().openapi({ description: 'epoch seconds' }),
  }),
)

export const maintenanceRoute = createRoute({
  method: 'get',
  path: '/admin/service/maintenance',
  responses: { 200: results(entries, 'start and end of the window, or nothing') },
})

const WINDOW = `
  SELECT starts_at, ends_at FROM maintenance_window
  WHERE service = 'auth' AND starts_at IS NOT NULL AND ends_at IS NOT NULL`

/** The auth service's maintenance window as two named entries; none when no window is set. */
export async function maintenance(c: Context<ServiceBindings>): Promise<z.infer<typeof entries>> {
  const window = await c.env.DB.prepare(WINDOW).first<{ starts_at: number; ends_at: number }>()
  if (!window) return []
  return [
    { name: 'serviceMaintenanceStart', lastUpdated: Math.floor(window.starts_at / 1000) },
    { name: 'serviceMaintenanceEnd', lastUpdated: Math.floor(window.ends_at / 1000) },
  ]
}
