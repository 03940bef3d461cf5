import type { CallResult } from '../api/result.ts'

/**
 * Repeats a call once whose response was lost.
 * @param send idempotent: a deletion, or with an `Idempotency-Key`
 */
export async function repeatLost<Value>(
  send: () => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const result = await send()
  return !result.ok && result.error === 'network' ? send() : result
}
