import { sectionsFor } from '../../domain/desk-sections.ts'
import { t } from '../../i18n/translate.ts'
import { useRoles } from './DeskFailure.tsx'
import { showAtMount } from './show-at-mount.ts'

/** Desk sections by role; reserves its space until hydration. */
export function DeskNavigation({ path }: { path: string }) {
  const roles = useRoles()
  return (
    <nav className="desk-sections" aria-label={t('operator.sections')} aria-busy={!roles}>
      {sectionsFor(roles ?? []).map(({ name, path: target }) => (
        <a
          key={name}
          href={target}
          // On a phone the tabs scroll.
          {...(target === path && { 'aria-current': 'page', ref: showAtMount })}
        >
          {t(`operator.section.${name}`)}
        </a>
      ))}
    </nav>
  )
}
