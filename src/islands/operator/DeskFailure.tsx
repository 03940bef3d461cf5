import { useStore } from '@nanostores/react'
import { errorCode, type Failure } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { failureText } from '../ui/failure-text.ts'
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

/** The sentence for the refused field or the error number, else that of the failure. */
export function refusalText(
  failure: Failure,
  sentences: Readonly<Record<string, MessageKey>>,
): string {
  if (isRefused(failure)) return t('desk.refused')
  const key = sentences[failure.field ?? ''] ?? sentences[failure.code ?? '']
  return key ? t(key) : failureText(failure)
}
