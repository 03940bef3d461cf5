import { useState, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** The last fragment of the address that `isKnown`; empty without one. The skip link has another. */
export function useFragment(isKnown: (name: string) => boolean): string {
  const present = useSyncExternalStore(
    subscribe,
    () => location.hash.slice(1),
    () => '',
  )
  const [last, setLast] = useState('')
  if (present === last || (present && !isKnown(present))) return last
  setLast(present)
  return present
}

/** Goes to another view, without an entry of its own in the history. */
export function replaceFragment(name: string): void {
  history.replaceState(history.state, '', `#${name}`)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
