import { errorCode, type Failure } from '../../api/result.ts'
import { goAfterLogin, keepEnteredEmail, text } from '../../browser/account/entry.ts'
import { t } from '../../i18n/translate.ts'
import { dropSignIn, signIn } from '../../stores/begin-session.ts'
import { login } from '../../stores/sign-in.ts'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { carryEmail, EmailField, emailIn, emailProblem } from './EmailField.tsx'
import { PasskeyLink } from './PasskeyLink.tsx'
import { SocialButton } from './SocialButton.tsx'

export default function Login() {
  const form = useForm(send, { focusesFirst: true })
  const start = () => {
    form.report({})
    return true
  }
  return (
    <>
      <p className="lead">{t('login.lead')}</p>
      <Form form={form} submit={t('login.submit')}>
        <EmailField autoComplete="username webauthn" />
        <PasswordField name="password" label={t('field.password')} />
        <label className="checkbox">
          <input type="checkbox" name="keep" defaultChecked />
          {t('login.keep')}
        </label>
      </Form>
      <p className="form-links">
        <a href="/forgot_password" onClick={carryEmail}>
          {t('login.forgot')}
        </a>
        <PasskeyLink
          isPersistent={isKeepTicked}
          report={(problem) => form.report(problem ? { form: problem } : {})}
        />
      </p>
      <p className="divider" data-parsed="">
        {t('social.or')}
      </p>
      <SocialButton mode="login" isPersistent={isKeepTicked} mayStart={start} />
      <p className="form-links">
        <a href="/signup" onClick={carryEmail}>
          {t('login.signup')}
        </a>
      </p>
    </>
  )
}

/** The checkbox also applies to the social button. */
function isKeepTicked(): boolean {
  return document.querySelector<HTMLInputElement>('input[name="keep"]')?.checked ?? true
}

async function send(data: FormData): Promise<Problems | void> {
  const email = emailIn(data)
  const password = text(data, 'password')
  const wrongEmail = emailProblem(email)
  if (wrongEmail) return { email: wrongEmail }
  if (password === '') return { password: t('error.passwordEmpty') }
  const isPersistent = data.has('keep')
  const result = await login(email, password, isPersistent)
  if (!result.ok) return refused(email, result)
  await signIn(result.results, isPersistent)
  // Loaded for the suggestions of `PasskeyLink.tsx`.
  if ('PublicKeyCredential' in globalThis)
    await import('./passkey-login.ts')
      .then((script) => script.makePasskeySilently())
      .catch(() => undefined)
  goAfterLogin()
}

const wrong: unknown[] = [
  errorCode.invalidEmailOrPassword,
  errorCode.invalidUsernameOrPassword,
  errorCode.dataNotAvailable,
]

/** Login failures: see the client handling in `docs/product.md#error-catalogue`. */
function refused(email: string, failure: Failure): Problems | void {
  if (failure.code === errorCode.userNotActivated) {
    dropSignIn()
    keepEnteredEmail(email)
    return location.assign('/otp_email')
  }
  return { form: wrong.includes(failure.code) ? t('error.login') : failureText(failure) }
}
