import { codeOf, errorCode, type Failure } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import type { ReactNode } from 'react'
import { call } from '../../stores/call.ts'
import { useLoad } from '../ui/use-load.ts'

/** Failure of a desk page: retry, or home for people without the role. */
export function DeskFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  if (codeOf(failure) === errorCode.rolePrivilegeNotFound) return <DeskRefusal />
  return (
    <div className="desk-empty">
      <p role="alert">{failureText(failure)}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('desk.retry')}
      </button>
    </div>
  )
}

export function DeskRefusal() {
  return (
    <div className="desk-empty">
      <p role="alert">{t('desk.refused')}</p>
      <a className="button" href="/">
        {t('desk.home')}
      </a>
    </div>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

export const useOwnRoles = () => useLoad(() => call('moderation', 'GET /case/role', {}))
