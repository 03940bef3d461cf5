import { useStore } from '@nanostores/react'
import { errorCode, type Failure } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'

export const isRefused = (failure: Failure | undefined): boolean =>
  failure?.code === errorCode.rolePrivilegeNotFound

/** Failure of a desk page: retry, or home for people without the role. */
export function DeskFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  if (isRefused(failure)) return <DeskRefusal />
  return <LoadFailure failure={failure} failed="error.network" onRetry={onRetry} />
}

export function DeskRefusal() {
  const hasOwn = Boolean(useRoles()?.length)
  return (
    <div className="desk-empty">
      <p role="alert">{t('desk.refused')}</p>
      <a className="button" href={hasOwn ? '/operator' : '/'}>
        {t(hasOwn ? 'desk.ownSection' : 'desk.home')}
      </a>
    </div>
  )
}

/** Roles of the signed-in person; `undefined` before hydration. */
export function useRoles() {
  const user = useStore($user, { ssr: 'initial' })
  return user && (user.roles ?? [])
}
