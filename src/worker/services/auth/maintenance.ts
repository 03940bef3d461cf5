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

const WINDOW = "SELECT starts_at, ends_at FROM maintenance_window WHERE service = 'auth'"

/**
 * The auth service's maintenance window as two named entries; none when no window is set. A half-set one is told as
 * it is: who asks decides that it is none.
 */
export async function maintenance(c: Context<ServiceBindings>): Promise<z.infer<typeof entries>> {
  const window = await c.env.DB.prepare(WINDOW).first<{
    starts_at: number | null
    ends_at: number | null
  }>()
  return [
    { name: 'serviceMaintenanceStart' as const, time: window?.starts_at },
    { name: 'serviceMaintenanceEnd' as const, time: window?.ends_at },
  ].flatMap(({ name, time }) => (time ? [{ name, lastUpdated: Math.floor(time / 1000) }] : []))
}
