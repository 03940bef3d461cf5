import { useActionState, startTransition } from 'react'
import { call } from '../../stores/call.ts'
import { siteLinkPath } from '../../domain/site-links.ts'
import { t } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

export function TermsDialog({ version }: { version: string }) {
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
      close={t('dialog.terms.later')}
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
