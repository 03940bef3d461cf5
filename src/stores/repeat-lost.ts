import type { CallResult } from '../api/result.ts'

const WAIT_MS = 1_000

/**
 * Repeats a call once whose response was lost, unless the browser is offline.
 * @param send idempotent: a deletion, or with an `Idempotency-Key`
 */
export async function repeatLost<Value>(
  send: () => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const result = await send()
  if (result.ok || result.error !== 'network' || !navigator.onLine) return result
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  return send()
}
