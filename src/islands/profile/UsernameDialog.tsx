import { t } from '../../i18n/translate.ts'
import { refreshUser } from '../../stores/session.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { UsernameField, useUsernameForm } from '../ui/UsernameField.tsx'

/** The username dialog of `docs/product.md#profile`. */
export function UsernameDialog({ onClose }: { onClose: () => void }) {
  const form = useUsernameForm(async () => {
    await refreshUser()
    onClose()
  })
  return (
    <Dialog
      title={t('profile.changeUsername')}
      onClose={onClose}
      close={t('dialog.cancel')}
      action={
        <SubmitButton isBusy={form.isBusy} form="username-form">
          {t('settings.save')}
        </SubmitButton>
      }
    >
      <Form form={form} id="username-form">
        <UsernameField isSaving={form.isBusy} />
      </Form>
    </Dialog>
  )
}
