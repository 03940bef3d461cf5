import { useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/translate.ts'

interface Props<View extends string> {
  views: readonly View[]
  current: View
  textOf: (view: View) => string
}

/** Links to the views of one desk, each with a fragment of its own. */
export function DeskViews<View extends string>({ views, current, textOf }: Props<View>) {
  return (
    <nav className="desk-views" data-parsed="" aria-label={t('desk.views')}>
      {views.map((view) => (
        <a key={view} href={`#${view}`} aria-current={view === current || undefined}>
          {textOf(view)}
        </a>
      ))}
    </nav>
  )
}

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
