import { useRef, useSyncExternalStore } from 'react'

const never = () => () => {}

/** What the browser's storage says when the island begins to answer, kept from then on; `undefined` before. */
export function useAtOpening<Value>(read: () => Value): Value | undefined {
  const found = useRef<{ value: Value }>(undefined)
  const value = () => (found.current ??= { value: read() }).value
  return useSyncExternalStore(never, value, () => undefined)
}
