import { readServerTime, serverNow } from '../../api/server-clock.ts'
import type { Address } from '../../contract/call-types.ts'

/**
 * Asks the server for its time and returns whether the day is over by it.
 * @param end last millisecond of the day
 * @throws without a response
 */
export async function confirmEnd(end: number): Promise<boolean> {
  // A HEAD has no body: one that is never read would hold its connection.
  readServerTime(await fetch('/service/maintenance' satisfies Address, { method: 'HEAD' }))
  return serverNow() > end
}
