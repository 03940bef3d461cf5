import { useLayoutEffect, useRef, useState } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import { storedTokens } from '../../api/tokens.ts'
import { refreshUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { text } from '../../browser/account/entry.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { saveUsername, UsernameField } from '../ui/UsernameField.tsx'

interface Props {
  t: Translate
  onClose: () => void
}

/** The username dialog of `docs/product.md#profile`. */
export function UsernameDialog({ t, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [refused, setRefused] = useState('')
  const { formProps, problems, isBusy } = useForm(async (data) => {
    setRefused(name)
    const found = await save(t, text(data, 'username').trim())
    if (!found) onClose()
    return found
  })

  // Before the paint, so that the field is never seen empty.
  useLayoutEffect(() => {
    const current = $user.get()?.username ?? ''
    if (input.current) input.current.value = current
    input.current?.select()
    setName(current)
  }, [])

  return (
    <Dialog
      title={t('profile.changeUsername')}
      onClose={onClose}
      close={t('dialog.cancel')}
      action={
        <SubmitButton isBusy={isBusy} form="username-form">
          {t('username.save')}
        </SubmitButton>
      }
    >
      <form {...formProps} id="username-form">
        <UsernameField
          t={t}
          input={input}
          name={name}
          onName={setName}
          problem={name === refused ? problems['username'] : undefined}
          isSaving={isBusy}
        />
        <FormProblem text={problems['form']} />
      </form>
    </Dialog>
  )
}

/** Updates the name, stores it locally and refreshes the tokens (`docs/product.md#profile`). */
async function save(t: Translate, newUsername: string): Promise<Problems | void> {
  const refusal = await saveUsername(t, newUsername)
  if (refusal && 'problem' in refusal) return { username: refusal.problem }
  if (refusal) return { form: failureText(t, refusal.failure) }
  storedTokens()?.storage.setItem('UserName', newUsername)
  await refreshUser()
}
