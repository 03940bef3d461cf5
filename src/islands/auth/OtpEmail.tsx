import { useEffect, useState } from 'react'
import { isTransient } from '../../api/call.ts'
import { maskEmail } from '../../domain/email.ts'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { pageLanguage } from '../../stores/language.ts'
import { CodeBoxes } from '../ui/CodeBoxes.tsx'
import { failureText } from '../ui/failure-text.ts'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { isLanguageSwitch } from '../../browser/typed-text.ts'
import { useAtOpening } from '../ui/use-at-opening.ts'
import { useForm, type Problems } from '../ui/use-form.ts'
import { codeScreens, confirmCode, type CodePurpose } from './code-purpose.ts'
import { go } from '../../browser/account/entry.ts'
import { ResendCode } from './ResendCode.tsx'

interface Props {
  messages: Messages
  purpose: CodePurpose
}

/** Six boxes for the code that opening the screen has sent. */
export default function OtpEmail({ messages, purpose }: Props) {
  const t = translate(messages)
  const screen = codeScreens[purpose]
  const email = useAtOpening(screen.email)
  const [isComplete, setComplete] = useState(false)

  const confirm = async (data: FormData): Promise<Problems | void> => {
    if (!email) return {}
    const passcode = data.getAll('digit').join('')
    const answer = await confirmCode(screen, email, passcode, pageLanguage())
    if (answer.ok) return go(screen.next(passcode))
    return { code: isTransient(answer) ? failureText(t, answer) : t('otp.failed') }
  }
  const { formProps, problems, isBusy } = useForm(confirm)

  useEffect(() => {
    // The guard of the signed-in person's screens leads to the login and back.
    if (email === null && purpose !== 'accountDeletion') location.replace('/login')
  }, [email, purpose])

  return (
    <>
      <p className="lead">
        {t('otp.sentTo')}
        <strong className="address" translate="no">
          {email ? maskEmail(email) : '\u00a0'}
        </strong>
      </p>
      <form {...formProps}>
        <CodeBoxes
          t={t}
          problem={problems['code']}
          onChange={(code) => setComplete(code.length === PASSCODE_LENGTH)}
        />
        <SubmitButton isBusy={isBusy} isEnabled={isComplete}>
          {t('otp.confirm')}
        </SubmitButton>
      </form>
      {email && (
        <ResendCode
          t={t}
          email={email}
          send={() => screen.send(email, pageLanguage())}
          // The same screen in the other language is not another opening: the code on its way stays good.
          isSentOnOpen={!isLanguageSwitch}
        />
      )}
    </>
  )
}
