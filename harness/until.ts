import { setTimeout as pause } from 'node:timers/promises'

const MAX_WAIT_MS = 60_000

/** Reads until the value is right, for example what a worker does after its response; throws after a minute. */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isRight: (value: Value) => boolean = Boolean,
): Promise<Exclude<Value, undefined>> {
  const startedAt = performance.now()
  for (;;) {
    const value = await read()
    if (isRight(value)) return value as Exclude<Value, undefined>
    if (performance.now() - startedAt > MAX_WAIT_MS)
      throw new Error(`not right after a minute: ${JSON.stringify(value)}`)
    await pause(25)
  }
}
