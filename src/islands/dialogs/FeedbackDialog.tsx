import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

/** The page carries the link as `data-feedback`, from the one file of external links. */
export function FeedbackDialog({ t, onGive }: { t: Translate; onGive: () => void }) {
  const give = () => {
    onGive()
    closeDialog()
  }
  return (
    <Dialog
      title={t('dialog.feedback.title')}
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={closeDialog}>
            {t('dialog.feedback.later')}
          </button>
          <a
            className="button"
            href={document.body.dataset['feedback']}
            target="_blank"
            rel="external noopener"
            onClick={give}
          >
            {t('dialog.feedback.give')}
          </a>
        </>
      }
    >
      <p>{t('dialog.feedback.text')}</p>
    </Dialog>
  )
}
