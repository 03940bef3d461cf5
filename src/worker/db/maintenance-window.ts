import { createRoute, z } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { results } from '../../contract/schemas.ts'
import type { ServiceBindings } from '../http/service.ts'
import { database } from './database.ts'
import { maintenanceWindow } from './schema.ts'

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

/**
 * A service's maintenance window as two named entries; none when no window is set. A half-set one is told
 * as it is: who asks decides that it is none.
 */
export async function maintenance(
  c: Context<ServiceBindings>,
  service: 'auth' | 'question',
): Promise<z.infer<typeof entrySchema>[]> {
  const [window] = await database(c.env.DB)
    .select()
    .from(maintenanceWindow)
    .where(eq(maintenanceWindow.service, service))
  return [
    { name: 'serviceMaintenanceStart' as const, time: window?.startsAt },
    { name: 'serviceMaintenanceEnd' as const, time: window?.endsAt },
  ].flatMap(({ name, time }) => (time ? [{ name, lastUpdated: Math.floor(time / 1000) }] : []))
}
