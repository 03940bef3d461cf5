import { readServerTime, serverNow } from '../../api/server-clock.ts'

/**
 * Asks the server for its time and returns whether the day is over by it.
 * @param end last millisecond of the day
 * @throws without a response
 */
export async function confirmEnd(end: number): Promise<boolean> {
  readServerTime(await fetch('/service/maintenance'))
  return serverNow() > end
}
