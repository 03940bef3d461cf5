import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the page as it was built, true as soon as the island answers. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
