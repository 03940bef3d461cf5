import { useRef, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the page as it was built, true as soon as the island answers. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The value in the browser's storage at hydration, constant from then on; `undefined` before. */
export function useAtOpening<Value>(read: () => Value): Value | undefined {
  const found = useRef<{ value: Value }>(undefined)
  const value = () => (found.current ??= { value: read() }).value
  return useSyncExternalStore(never, value, () => undefined)
}
