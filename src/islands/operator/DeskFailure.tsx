import { useStore } from '@nanostores/react'
import { errorCode, type Failure, unreached } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { actionFailureText, failureText, LoadFailure } from '../ui/Form.tsx'
import { Component, type ReactNode, Suspense, type ComponentProps } from 'react'

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

interface Props {
  fallback?: ReactNode
  children: ReactNode
}

/** A part that loads on demand. Says so where its script does not come, and the rest of the page stays. */
export class LazyPart extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    const { fallback, children } = this.props
    if (!this.state.hasFailed) return <Suspense fallback={fallback}>{children}</Suspense>
    return (
      <LoadFailure failed="desk.failed" failure={unreached} onRetry={() => location.reload()} />
    )
  }
}

/** @param kind its colour (`styles/operator/frame.css`) */
export const Badge = ({ kind, ...badge }: ComponentProps<'span'> & { kind?: string }) => (
  <span className="desk-badge" data-kind={kind} {...badge} />
)

/** Between facts on one line: may end a line, but never begins one. */
export const SEPARATOR = '\u00a0· '
