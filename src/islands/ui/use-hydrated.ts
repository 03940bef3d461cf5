import { useRef, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server, true after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Storage value at hydration, constant from then on; `undefined` before. */
export function useAtOpening<Value>(read: () => Value): Value | undefined {
  const memo = useRef<{ value: Value }>(undefined)
  const value = () => (memo.current ??= { value: read() }).value
  return useSyncExternalStore(never, value, () => undefined)
}
