import { useStore } from '@nanostores/react'
import { createRoot } from 'react-dom/client'
import { Fragment, startTransition, useActionState, useEffect } from 'react'
import { endTime } from '../../i18n/end-time.ts'
import { t } from '../../i18n/translate.ts'
import { hasDraft, unsubscribeAndLogout } from './log-out.ts'
import { closeDialog, $dialog, type DialogRequest } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'
import { OnDemand } from './OnDemand.tsx'
import { call } from '../../stores/call.ts'
import { siteLinkPath } from '../../domain/site-links.ts'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { loadMessages } from '../../stores/messages.ts'

let container: Element | undefined

/** Mounts the dialog host, once. Rejects if the words cannot be loaded. */
export async function showDialogs(): Promise<void> {
  await Promise.all([loadMessages(), loadStyles()])
  if (container) return
  container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<DialogHost />)
}

export function DialogHost() {
  const request = useStore($dialog, { ssr: 'initial' })
  return request && <Fragment key={request.name}>{dialogFor(request)}</Fragment>
}

function dialogFor(request: DialogRequest) {
  switch (request.name) {
    case 'loginRequired':
      return <LoginRequired />
    case 'logout':
      return <Question name="logout" onYes={unsubscribeAndLogout} />
    case 'deletePost':
    case 'deletePicture':
      return <Question name={request.name} tone="button-danger" onYes={request.onConfirm} />
    case 'share':
      return (
        <OnDemand load={() => loadSharing(request.questionId)}>
          {({ ShareDialog, card }) => <ShareDialog shared={request} card={card} />}
        </OnDemand>
      )
    case 'accountNotFound':
      return (
        <Dialog title={t('dialog.accountNotFound.title')} close={t('dialog.ok')}>
          <p>{t('dialog.accountNotFound.text')}</p>
        </Dialog>
      )
    case 'verificationSent':
      return (
        <Dialog title={t('dialog.verificationSent.title')} close={t('dialog.ok')}>
          <p>{t('dialog.verificationSent.text', { email: request.email })}</p>
          <p>{t('dialog.verificationSent.spam')}</p>
        </Dialog>
      )
    case 'report':
      return (
        <OnDemand load={() => import('../report/ReportDialog.tsx')}>
          {(script) => <script.default commentId={request.commentId} />}
        </OnDemand>
      )
    case 'feedback':
      return <Feedback {...request} />
    case 'terms':
      return <TermsDialog version={request.version} />
    case 'updateInfo':
      return (
        <OnDemand load={() => import('../news/UpdateInfoDialog.tsx')} isUnasked>
          {(script) => <script.default newest={request.newest} />}
        </OnDemand>
      )
    case 'maintenance':
      return (
        <Dialog title={t('dialog.maintenance.title')} close={t('dialog.ok')}>
          <p>{t('dialog.maintenance.announcement')}</p>
          <p className="dialog-date">
            <b>{t('dialog.maintenance.until', endTime(request.end))}</b>
          </p>
          <p>{t('dialog.maintenance.apology')}</p>
        </Dialog>
      )
  }
}

const confirm = (action: () => unknown) => () => {
  closeDialog()
  void action()
}

interface QuestionProps {
  name: 'logout' | 'deletePost' | 'deletePicture'
  tone?: string
  onYes: () => unknown
}

const Question = ({ name, tone = '', onYes }: QuestionProps) => (
  <Dialog
    title={t(`dialog.${name}.title`)}
    close={t('dialog.cancel')}
    action={
      <button type="button" className={`button ${tone}`} onClick={confirm(onYes)}>
        {t('dialog.yes')}
      </button>
    }
  >
    <p>{t(`dialog.${name}.text`)}</p>
    {name === 'logout' && hasDraft() && <p>{t('dialog.logout.draft')}</p>}
  </Dialog>
)

function Feedback({ onShown, onGive }: Record<'onShown' | 'onGive', () => void>) {
  useEffect(onShown, [onShown])
  return (
    <Dialog
      title={t('dialog.feedback.title')}
      close={t('dialog.later')}
      action={
        <a
          className="button"
          // Set by the server from the external links.
          href={document.body.dataset['feedback']}
          target="_blank"
          rel="external noopener"
          onClick={confirm(onGive)}
        >
          {t('dialog.feedback.give')}
        </a>
      }
    >
      <p>{t('dialog.feedback.text')}</p>
    </Dialog>
  )
}

function LoginRequired() {
  const { pathname, search, hash } = location
  const query = String(new URLSearchParams({ next: pathname + search + hash }))
  const keep = () => sessionStorage.setItem('Next', query)
  return (
    <Dialog
      title={t('dialog.loginRequired.title')}
      close={t('dialog.cancel')}
      action={
        <>
          <a
            className="button"
            href="/signup"
            // React focuses before the dialog opens, which would move the focus to Cancel.
            ref={(link) => void link?.toggleAttribute('autofocus', true)}
            onClick={keep}
          >
            {t('details.signup')}
          </a>
          <a className="button button-quiet" href={`/login?${query}`} onClick={keep}>
            {t('navigation.login')}
          </a>
        </>
      }
    >
      {hasDraft() && <p>{t('dialog.loginRequired.text')}</p>}
    </Dialog>
  )
}

async function loadSharing(questionId: string) {
  const { default: ShareDialog, cardOf } = await import('../share/ShareDialog.tsx')
  return { ShareDialog, card: await cardOf(questionId) }
}

function TermsDialog({ version }: { version: string }) {
  const [hasFailed, agree, isBusy] = useActionState(async () => {
    const { ok } = await call('user', 'PUT /user/terms', { version })
    if (ok) {
      import('../../stores/session-on-demand.ts')
        .then(({ reloadUser }) => reloadUser())
        .catch(() => {})
      closeDialog()
    }
    return !ok
  }, false)
  return (
    <Dialog
      title={t('dialog.terms.title')}
      close={t('dialog.later')}
      action={
        <button
          type="button"
          className="button"
          aria-busy={isBusy || undefined}
          onClick={() => startTransition(agree)}
        >
          {t('dialog.terms.agree')}
        </button>
      }
    >
      <p>{t('dialog.terms.text')}</p>
      <p className="form-links">
        <a href={siteLinkPath('legal')} target="_blank" rel="noopener">
          {t('dialog.terms.terms')}
        </a>
        <a href="/privacy_policy" target="_blank">
          {t('dialog.terms.privacy')}
        </a>
      </p>
      <p className="form-error" role="alert" hidden={!hasFailed}>
        {hasFailed && t('dialog.terms.failed')}
      </p>
    </Dialog>
  )
}
