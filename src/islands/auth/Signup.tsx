import { errorCode, type Failure, isTransient } from '../../api/result.ts'
import { keepEnteredEmail, text } from '../../browser/account/entry.ts'
import { pendingEmail } from '../../browser/account/stored-user.ts'
import { emailKey } from '../../domain/email.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { signIn } from '../../stores/begin-session.ts'
import { login, register } from '../../stores/sign-in.ts'
import { CheckboxField } from '../ui/CheckboxField.tsx'
import { Form, hasSome, type Problems, useForm } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { newPasswordProblem, PasswordRules } from '../ui/PasswordRules.tsx'
import { carryEmail, EmailField, emailIn, emailProblem } from './EmailField.tsx'
import { SocialButton } from './SocialButton.tsx'

export default function Signup({ termsHref }: { termsHref: string }) {
  const form = useForm(send, { focusesFirst: true })
  const { problems, report } = form
  const isPending = problems['email'] === t('signup.pending')
  const isTaken = isPending || problems['email'] === t('error.emailTaken')
  const mayRegister = () => {
    report(termsProblem())
    return !hasSome(termsProblem())
  }
  return (
    <>
      <Form form={form} submit={t('signup.submit')}>
        <EmailField>
          {isTaken && (
            <p className="form-links form-links-row">
              {isPending ? (
                <a href="/otp_email">{t('activation.enterCode')}</a>
              ) : (
                <a href="/login" onClick={carryEmail}>
                  {t('signup.toLogin')}
                </a>
              )}
              <a href="/forgot_password" onClick={carryEmail}>
                {t('signup.toReset')}
              </a>
            </p>
          )}
        </EmailField>
        <PasswordField name="password" label={t('field.password')} Rules={PasswordRules} />
        <CheckboxField name="terms" label={t('signup.terms')}>
          <p className="form-links form-links-row">
            <NewTab href={termsHref}>{t('signup.readTerms')}</NewTab>
            <NewTab href="/privacy_policy">{t('signup.readPrivacy')}</NewTab>
          </p>
        </CheckboxField>
      </Form>
      <p className="divider" data-parsed="">
        {t('social.or')}
      </p>
      <SocialButton mode="register" mayStart={mayRegister} />
      <p className="form-links">
        <a href="/login" onClick={carryEmail}>
          {t('signup.login')}
        </a>
      </p>
    </>
  )
}

const NewTab = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener">
    {children}
    <span className="visually-hidden">{t('signup.newTab')}</span>
  </a>
)

/** Checks in the order of `docs/product.md#sign-up`. */
async function send(data: FormData): Promise<Problems | void> {
  const email = emailIn(data)
  const password = text(data, 'password')
  const wrong = newPasswordProblem(password)
  const others: Problems = {
    ...(wrong && { password: wrong }),
    ...termsProblem(),
  }
  const wrongEmail = emailProblem(email)
  if (wrongEmail) return { email: wrongEmail, ...others }
  // Once per address: checks are rate limited, and a wrong password must not use them up.
  if (email !== knownAvailable) {
    const result = await call('auth', 'GET /user/email/available/', { email })
    if (!result.ok) return { ...refused(email, result), ...others }
    knownAvailable = email
  }
  if (hasSome(others)) return others
  const result = await register(email, password)
  if (result.field === 'newPassword') return { password: t('error.passwordCommon') }
  if (result.code === errorCode.emailTaken && email === lost) {
    const session = await login(email, password, true)
    if (session.code === errorCode.userNotActivated) return enterCode(email)
  }
  if (isTransient(result)) lost = email
  if (!result.ok) return refused(email, result)
  await signIn(result.results, true, result.results.username)
  enterCode(email)
}

function enterCode(email: string): void {
  keepEnteredEmail(email)
  location.assign('/otp_email')
}

let knownAvailable: string | undefined
/** Address of a registration whose response was lost. */
let lost: string | undefined

function refused(email: string, failure: Failure): Problems {
  if (failure.code === errorCode.dataNotAvailable) return { email: t('error.email.invalid') }
  if (failure.code !== errorCode.emailTaken) return { form: failureText(failure) }
  // A pending account of this browser keeps its first password.
  const isPending = emailKey(email) === emailKey(pendingEmail() ?? '')
  return { email: t(isPending ? 'signup.pending' : 'error.emailTaken') }
}

const termsProblem = (): Problems =>
  document.querySelector('[name=terms]:checked') ? {} : { terms: t('error.terms') }
