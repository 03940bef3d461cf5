import { lazy, useEffect } from 'react'
import { DeskRefusal, useRoles } from './DeskFailure.tsx'
import { LazyPart } from './LazyPart.tsx'
import { deskHome } from '../../domain/desk-sections.ts'
import { t } from '../../i18n/translate.ts'

const Glance = lazy(() => import('./Glance.tsx'))

export default function DeskHome() {
  const roles = useRoles()
  const section = deskHome(roles ?? [])
  const elsewhere = section?.name === 'glance' ? undefined : section?.path
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere)
  }, [elsewhere])
  if (roles && !section) return <DeskRefusal />
  return (
    <LazyPart fallback={<p role="status">{t('desk.loading')}</p>}>
      {section && !elsewhere && <Glance />}
    </LazyPart>
  )
}
