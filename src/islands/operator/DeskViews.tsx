import { useHydrated } from '../ui/use-hydrated.ts'

interface Props<View extends string> {
  label: string
  views: readonly View[]
  current: View
  textOf: (view: View) => string
  onOpen: (view: View) => void
}

/** Switches between the views of one desk. */
export function DeskViews<View extends string>(props: Props<View>) {
  const { label, views, current, textOf, onOpen } = props
  const isHydrated = useHydrated()
  return (
    <div className="desk-views" data-parsed="" role="group" aria-label={label}>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === current}
          disabled={!isHydrated}
          onClick={() => onOpen(view)}
        >
          {textOf(view)}
        </button>
      ))}
    </div>
  )
}
