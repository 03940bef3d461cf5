import { lazy, useEffect } from 'react'
import { DeskRefusal, useRoles } from './DeskFailure.tsx'
import { LazyPart } from './LazyPart.tsx'
import { sectionsFor } from '../../domain/desk-sections.ts'
import { t } from '../../i18n/translate.ts'

const Glance = lazy(() => import('./Glance.tsx'))

/** The figures for operators; for others the cases, which may be urgent, else their first section. */
export default function DeskHome() {
  const roles = useRoles()
  const sections = sectionsFor(roles ?? [])
  const section = sections.find(({ name }) => /glance|cases/.test(name)) ?? sections[0]
  const elsewhere = section?.name === 'glance' ? undefined : section?.path
  useEffect(() => {
    // The arrow of that page, which names it in the fragment, leads out of the desk.
    if (elsewhere) location.replace(location.hash === `#${elsewhere}` ? '/' : elsewhere)
    else if (section) history.replaceState(history.state, '', location.pathname)
  }, [section, elsewhere])
  if (roles && !section) return <DeskRefusal />
  return (
    <LazyPart fallback={<p role="status">{t('desk.loading')}</p>}>
      {section && !elsewhere && <Glance />}
    </LazyPart>
  )
}
