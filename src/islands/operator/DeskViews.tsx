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
