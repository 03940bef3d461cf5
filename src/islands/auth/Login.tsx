import { codeOf, type Failure } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import {
  afterLogin,
  go,
  goAfterLogin,
  keepEnteredEmail,
  text,
} from '../../browser/account/entry.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { dropSignIn, signIn } from '../../stores/begin-session.ts'
import { login } from '../../stores/sign-in.ts'
import { emailProblem } from '../ui/email-problem.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useAtOpening } from '../ui/use-hydrated.ts'
import { useForm, type Problems } from '../ui/use-form.ts'
import { carryEmail, EmailField, emailIn } from './EmailField.tsx'
import { SocialButton } from './SocialButton.tsx'

export default function Login({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const form = useForm((data) => send(t, data), { focusesFirst: true })
  const { formProps, problems, isBusy, report } = form
  const isForConfirmation = useAtOpening(leadsToConfirmation)
  const start = () => {
    report({})
    return true
  }
  return (
    <>
      {isForConfirmation && <p className="lead">{t('login.toConfirmEmail')}</p>}
      <form {...formProps}>
        <EmailField t={t} problem={problems['email']} />
        <PasswordField
          t={t}
          name="password"
          label={t('field.password')}
          autoComplete="current-password"
          problem={problems['password']}
        />
        <label className="checkbox">
          <input type="checkbox" name="keep" defaultChecked />
          {t('login.keep')}
        </label>
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy}>{t('login.submit')}</SubmitButton>
      </form>
      <p className="form-links">
        <a href="/forgot_password" onClick={carryEmail}>
          {t('login.forgot')}
        </a>
      </p>
      <p className="divider">{t('social.or')}</p>
      <SocialButton t={t} mode="login" isPersistent={isKeepTicked} mayStart={start} />
      <p className="form-links">
        <a href="/signup" onClick={carryEmail}>
          {t('login.signup')}
        </a>
      </p>
    </>
  )
}

function leadsToConfirmation(): boolean {
  return afterLogin(location.search, location.origin).startsWith('/email/confirm')
}

/** The checkbox also applies to the social button. */
function isKeepTicked(): boolean {
  return document.querySelector<HTMLInputElement>('input[name="keep"]')?.checked ?? true
}

async function send(t: Translate, data: FormData): Promise<Problems | void> {
  const email = emailIn(data)
  const password = text(data, 'password')
  const wrongEmail = emailProblem(t, email)
  if (wrongEmail) return { email: wrongEmail }
  if (password === '') return { password: t('error.passwordEmpty') }
  const isPersistent = data.has('keep')
  const result = await login(email, password, isPersistent)
  if (!result.ok) return refused(t, email, result)
  await signIn(result.results, isPersistent)
  goAfterLogin()
}

const wrong: unknown[] = [
  errorCode.invalidEmailOrPassword,
  errorCode.invalidUsernameOrPassword,
  errorCode.dataNotAvailable,
]

/** Login failures: see the client handling in `docs/product.md#error-catalogue`. */
function refused(t: Translate, email: string, failure: Failure): Problems | void {
  const code = codeOf(failure)
  if (code === errorCode.userNotActivated) {
    dropSignIn()
    keepEnteredEmail(email)
    return go('/otp_email')
  }
  return { form: wrong.includes(code) ? t('error.login') : failureText(t, failure) }
}
