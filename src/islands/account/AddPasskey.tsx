import { useState } from 'react'
import { type CallResult, codeOf, errorCode } from '../../api/result.ts'
import { text } from '../../browser/account/entry.ts'
import { addPasskey } from '../../browser/account/add-passkey.ts'
import { t } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { actionFailureText } from '../ui/failure-text.ts'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { refused } from './settings-form.ts'

/** Creates a passkey; asks for the password if the login was not recent. */
export function AddPasskey({ onAdded }: { onAdded: (result: CallResult<unknown>) => void }) {
  const [asksPassword, setAsksPassword] = useState(false)
  const form = useForm(async (data): Promise<Problems | void> => {
    const password = text(data, 'password')
    if (asksPassword && password === '') return { password: t('error.passwordEmpty') }
    const signIn =
      asksPassword &&
      (await import('./EmailSetting.tsx').then((script) => script.signInAgain(password)))
    if (signIn && codeOf(signIn) === errorCode.invalidEmailOrPassword)
      return { password: t('passwordSetting.invalid') }
    if (signIn && !signIn.ok) return refused(signIn)

    const result = await addPasskey()
    if (typeof result === 'string') return { form: t(result) }
    const code = codeOf(result)
    if (code === errorCode.dataNotAvailable) return { form: t('passkeys.full') }
    if (code === errorCode.authorizationFailed) {
      if ($user.get()?.userOptions.googleUserId) return { form: t('passkeys.signInAgain') }
      setAsksPassword(true)
      return {}
    }
    if (!result.ok) return { form: actionFailureText(result, 'passkeys.addFailed') }
    setAsksPassword(false)
    onAdded(result)
    return {}
  })
  return (
    <Form form={form} submit={t('passkeys.add')}>
      <p className="field-hint">{t(asksPassword ? 'passkeys.confirm' : 'passkeys.before')}</p>
      {asksPassword && <PasswordField name="password" label={t('passwordSetting.current')} />}
    </Form>
  )
}
