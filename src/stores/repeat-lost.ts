import type { CallResult } from '../api/result.ts'

/**
 * Repeats a call once whose response was lost, unless the browser is offline.
 * @param send idempotent: a deletion, or with an `Idempotency-Key`
 */
export async function repeatLost<Value>(
  send: () => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const result = await send()
  return !result.ok && result.error === 'network' && navigator.onLine ? send() : result
}
