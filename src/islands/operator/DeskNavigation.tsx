import { useEffect } from 'react'
import { deskHome, sectionsFor } from '../../domain/desk-sections.ts'
import { t } from '../../i18n/translate.ts'
import { useRoles } from './DeskFailure.tsx'
import { showAtMount } from './show-at-mount.ts'

/** Desk sections by role; reserves its space until hydration. The page's arrow leads to where the desk opens, from there home. */
export function DeskNavigation({ path }: { path: string }) {
  const roles = useRoles()
  const home = deskHome(roles ?? [])
  useEffect(() => {
    if (!home || home.path === path) return
    const back = document.querySelector('[data-back]')
    back?.setAttribute('href', home.path)
    back?.setAttribute('aria-label', t(`operator.section.${home.name}`))
  }, [home, path])
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
