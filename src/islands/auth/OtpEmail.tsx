import * as errorCode from '../../api/error-code.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { codeOf, isTransient, type Failure } from '../../api/result.ts'
import { go } from '../../browser/account/entry.ts'
import { storedUser } from '../../browser/account/stored-user.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { isLanguageSwitch } from '../../browser/typed-text.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { pageLanguage } from '../../stores/language.ts'
import { CodeBoxes } from '../ui/CodeBoxes.tsx'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useAtOpening } from '../ui/use-hydrated.ts'
import { useForm, type Problems } from '../ui/use-form.ts'
import { codeScreens, confirmCode, type CodePurpose } from './code-purpose.ts'
import { ResendCode, useCodeSending } from './ResendCode.tsx'

interface Props {
  messages: Messages
  purpose: CodePurpose
}

export default function OtpEmail({ messages, purpose }: Props) {
  const t = translate(messages)
  const screen = codeScreens[purpose]
  const email = useAtOpening(screen.email)
  const sending = useCodeSending(t, email ? () => screen.send(email, pageLanguage()) : undefined)
  const [isComplete, setComplete] = useState(false)
  const [codesResent, setCodesResent] = useState(0)
  // Each code is submitted once; a corrected digit is not. Digits carried over a language switch
  // were submitted.
  const isTried = useRef(isLanguageSwitch)

  const confirm = async (data: FormData): Promise<Problems | void> => {
    if (!email) return {}
    const passcode = data.getAll('digit').join('')
    const result = await confirmCode(screen, email, passcode, pageLanguage())
    if (!result.ok) return problemOf(t, result)
    const done = screen.done?.()
    if (done) leaveNotice(t(done))
    go(screen.next(passcode))
  }
  const { formProps, problems, isBusy, report, submit } = useForm(confirm)

  useEffect(() => {
    // Account deletion has the settings guard, which leads to the login and back.
    if (email === null && purpose !== 'accountDeletion')
      location.replace(storedUser()?.activated ? '/' : '/login')
  }, [email, purpose])

  const take = (code: string) => {
    setComplete(code.length === PASSCODE_LENGTH)
    if (code.length < PASSCODE_LENGTH || isTried.current) return
    isTried.current = true
    submit()
  }

  const resend = async () => {
    if (!email || !(await sending.resend())) return
    isTried.current = false
    // Synchronously, so that the dialog returns the focus to the empty boxes.
    flushSync(() => {
      report({})
      setComplete(false)
      setCodesResent((count) => count + 1)
    })
    $dialog.set({ name: 'verificationSent', email: maskEmail(email) })
  }

  return (
    <>
      <p className="lead">
        {t(sending.isSent ? 'otp.sentTo' : 'otp.sendingTo')}
        <strong className="address" translate="no">
          {email ? maskEmail(email) : '\u00a0'}
        </strong>
      </p>
      <form {...formProps}>
        <CodeBoxes
          key={codesResent}
          t={t}
          problem={problems['code']}
          takesFocus={codesResent > 0}
          onChange={take}
        />
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy} isEnabled={isComplete}>
          {t('otp.confirm')}
        </SubmitButton>
      </form>
      {email && (
        <ResendCode
          t={t}
          sending={sending}
          hasProblem={Object.keys(problems).length > 0}
          onResend={() => void resend()}
        />
      )}
      {screen.wrongAddress && (
        <p className="form-links">
          <a href={screen.wrongAddress}>{t('otp.wrongAddress')}</a>
        </p>
      )}
    </>
  )
}

/** Failures unrelated to the code keep the boxes. */
function problemOf(t: Translate, failure: Failure): Problems {
  if (isTransient(failure)) return { form: failureText(t, failure) }
  const isDead = codeOf(failure) === errorCode.tooManyAttempts
  return { code: t(isDead ? 'otp.dead' : 'otp.failed') }
}
