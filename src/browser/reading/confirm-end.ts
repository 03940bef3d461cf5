import { readServerTime, serverNow } from '../../api/server-clock.ts'
import type { Address } from '../../contract/call-types.ts'

/**
 * Whether the day is over by the server's clock.
 * @param end last millisecond of the day
 * @throws without a response
 */
export async function confirmEnd(end: number): Promise<boolean> {
  // HEAD: an unread body would hold the connection.
  readServerTime(await fetch('/service/maintenance' satisfies Address, { method: 'HEAD' }))
  return serverNow() > end
}
