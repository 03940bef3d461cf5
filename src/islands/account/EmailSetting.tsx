import { useStore } from '@nanostores/react'
import { errorCode } from '../../api/result.ts'
import { emailKey, normalizeEmail } from '../../domain/email.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { $user } from '../../stores/user.ts'
import { leaveSetting, text } from '../../browser/account/entry.ts'
import { emailInput, emailProblem } from '../auth/EmailField.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { refused } from './settings-form.ts'
import { send } from '../../api/send.ts'
import { storedTokens, storeTokens } from '../../api/tokens.ts'
import { withTokens } from '../../stores/refresh.ts'
import { notifyOtherTabs } from '../../stores/notify-other-tabs.ts'
import { login } from '../../stores/sign-in.ts'

/** Mails a link to the new address; that link's page makes the change. */
export default function EmailSetting() {
  const user = useStore($user, { ssr: 'initial' })
  const { pendingEmail } = user?.userOptions ?? {}
  const form = useForm(change)
  return (
    <Form form={form} submit={t('emailSetting.submit')}>
      <p className="lead">
        {t('emailSetting.current')}
        <strong className="address" translate="no">
          {user?.email ?? '\u00a0'}
        </strong>
      </p>
      {pendingEmail && (
        <p className="field-hint">{t('emailSetting.pending', { email: pendingEmail })}</p>
      )}
      <Field name="newEmail" {...emailInput} label={t('emailSetting.new')} autoComplete="email" />
      <PasswordField name="password" label={t('passwordSetting.current')} />
    </Form>
  )
}

async function change(data: FormData): Promise<Problems | void> {
  const newEmail = normalizeEmail(text(data, 'newEmail'))
  const wrong = emailProblem(newEmail)
  if (wrong) return { newEmail: wrong }
  if (emailKey(newEmail) === emailKey($user.get()?.email ?? ''))
    return { newEmail: t('emailSetting.same') }
  // The service requires a recent sign-in (`docs/decisions/0014-…`).
  const problems = await signInAgain(text(data, 'password'))
  if (problems) return problems
  const query = { newEmail, language: pageLanguage() }
  const result = await call('user', 'GET /user/email/confirm/', query)
  if (result.code === errorCode.emailTaken) return { newEmail: t('error.emailTaken') }
  if (result.code === errorCode.dataNotAvailable) return { newEmail: t('error.email.invalid') }
  if (!result.ok) return refused(result)
  leaveSetting(t('notice.emailSent', { email: newEmail }), 'email')
}

/**
 * Verifies the password by a new sign-in, which replaces this browser's session.
 * @returns the problems of a form with a `password`, or nothing when signed in
 */
export async function signInAgain(password: string): Promise<Problems | undefined> {
  if (password === '') return { password: t('error.passwordEmpty') }
  const signIn = await withTokens(async () => {
    const own = storedTokens()
    const isPersistent = own?.storage === localStorage
    const result = await login($user.get()?.email ?? '', password, isPersistent)
    if (!own || !result.ok) return result
    storeTokens(own.storage, result.results)
    notifyOtherTabs({ usedUpdateToken: own.updateToken, tokens: result.results })
    const { accessToken } = own
    void send('auth', 'POST /user/logout', {}, { accessToken, keepalive: true })
    return result
  })
  if (signIn.code === errorCode.invalidEmailOrPassword)
    return { password: t('passwordSetting.invalid') }
  return signIn.ok ? undefined : (refused(signIn) ?? {})
}
