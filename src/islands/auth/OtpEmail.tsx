import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorCode } from '../../api/result.ts'
import { storedUser } from '../../browser/account/stored-user.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { isLanguageSwitch } from '../../browser/typed-text.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $dialog } from '../../stores/dialog.ts'
import { AddressLead, CodeBoxes, codeProblems } from '../ui/CodeBoxes.tsx'
import { useAtOpening } from '../ui/use-hydrated.ts'
import { Form, hasSome, type Problems, useForm } from '../ui/Form.tsx'
import { codeScreens, type CodePurpose } from './code-purpose.ts'
import { ResendCode, useCodeSending } from './ResendCode.tsx'

export default function OtpEmail({ purpose }: { purpose: CodePurpose }) {
  const screen = codeScreens[purpose]
  const email = useAtOpening(screen.email)
  const sending = useCodeSending(email ? () => screen.send(email) : undefined)
  const [isComplete, setComplete] = useState(false)
  const [codesResent, setCodesResent] = useState(0)

  const confirm = async (data: FormData): Promise<Problems | void> => {
    if (!email) return {}
    const passcode = data.getAll('digit').join('')
    let result = await call('auth', 'GET /user/key/available/', { email, passcode })
    if (result.ok && screen.confirmed) result = await screen.confirmed(email, passcode)
    const isRefused = result.code === errorCode.dataNotAvailable
    const isDone = isRefused && (await screen.isDone?.())
    if (!result.ok && !isDone) return codeProblems(result)
    const done = screen.done?.()
    if (done) leaveNotice(t(done))
    location.assign(screen.next(passcode))
  }
  const form = useForm(confirm)

  useEffect(() => {
    // Account deletion has the settings guard, which leads to the login and back.
    if (email === null && purpose !== 'accountDeletion')
      location.replace(storedUser()?.activated ? '/' : '/login')
  }, [email, purpose])

  const resend = async () => {
    if (!email || !(await sending.resend())) return
    // Synchronously, so that the dialog returns the focus to the empty boxes.
    flushSync(() => {
      form.report({})
      setComplete(false)
      setCodesResent((count) => count + 1)
    })
    $dialog.set({ name: 'verificationSent', email: maskEmail(email) })
  }

  return (
    <>
      <AddressLead
        text={t(sending.isSent ? 'otp.sentTo' : 'otp.sendingTo')}
        address={email && maskEmail(email)}
      />
      <Form form={form} submit={t('otp.confirm')} isEnabled={isComplete}>
        <CodeBoxes
          key={codesResent}
          takesFocus={codesResent > 0}
          // Digits carried over a language switch were submitted.
          isTried={isLanguageSwitch && codesResent === 0}
          onSixth={form.submit}
          onChange={setComplete}
        />
      </Form>
      {email && (
        <ResendCode
          sending={sending}
          hasProblem={hasSome(form.problems)}
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
