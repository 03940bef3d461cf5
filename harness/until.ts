import { setTimeout as pause } from 'node:timers/promises'
import { MAX_WAIT_MS } from './max-wait.ts'

/** Polls until the value is right, for work after a response. */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isRight: (value: Value) => boolean = Boolean,
): Promise<Exclude<Value, undefined>> {
  const startedAt = performance.now()
  for (;;) {
    const value = await read()
    if (isRight(value)) return value as Exclude<Value, undefined>
    if (performance.now() - startedAt > MAX_WAIT_MS)
      throw new Error(`not right: ${JSON.stringify(value)}`)
    await pause(25)
  }
}
