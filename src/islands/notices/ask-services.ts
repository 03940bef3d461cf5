import { call, serverNow } from '../../api/call.ts'
import { isDuring, maintenanceWindow } from '../../domain/maintenance.ts'

/**
 * The end of the window that lasts now, epoch seconds: auth is asked first, then question (`product.md §4`). An answer
 * that is none counts as no window.
 */
export async function askServices(): Promise<number | undefined> {
  for (const service of ['auth', 'question'] as const) {
    const answer = await call<unknown>(service, '/admin/service/maintenance')
    try {
      const window = answer.ok ? maintenanceWindow(answer.results) : undefined
      if (window && isDuring(window, serverNow())) return window.end
    } catch {
      console.info('Maintenance: the window is malformed')
    }
  }
  return undefined
}
