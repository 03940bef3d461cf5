import { useStore } from '@nanostores/react'
import { errorCode, type Failure } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { LoadFailure } from '../ui/Form.tsx'
import { actionFailureText, failureText } from '../ui/failure-text.ts'

export const isRefused = (failure: Failure | undefined): boolean =>
  failure?.code === errorCode.rolePrivilegeNotFound

/** Failure of a desk page: retry, or home for people without the role. */
export function DeskFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  if (isRefused(failure)) return <DeskRefusal />
  return <LoadFailure failure={failure} failed="desk.failed" onRetry={onRetry} />
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
  isTyped = false,
): string {
  if (isRefused(failure)) return t('desk.refused')
  const key = sentences[failure.field ?? ''] ?? sentences[failure.code ?? '']
  if (key) return t(key)
  return isTyped ? failureText(failure) : actionFailureText(failure, 'desk.failed')
}

/** What was typed is still there, where something was. */
export const withTyped = (sentence: string, isTyped = false): string =>
  isTyped ? `${sentence}\n${t('desk.typedKept')}` : sentence
