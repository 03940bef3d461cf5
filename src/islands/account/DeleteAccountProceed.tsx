import { useEffect } from 'react'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { isPasscode } from '../../domain/passcode.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { $user } from '../../stores/user.ts'
import { goBack } from '../../browser/account/entry.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { CheckboxField } from '../ui/CheckboxField.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { refused } from './settings-form.ts'
import { signOut } from '../../stores/sign-out.ts'

interface Props {
  messages: Messages
  helpHref: string
}

export default function DeleteAccountProceed({ messages, helpHref }: Props) {
  const t = translate(messages)
  const { formProps, problems, isBusy } = useForm((data) => send(t, data))
  useEffect(() => void leaveWithoutCode(), [])
  return (
    <form {...formProps}>
      <CheckboxField
        name="understood"
        label={t('deleteAccount.understood')}
        problem={problems['understood']}
        className="checkbox-danger"
        required
      />
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy} className="button-danger">
        {t('deleteAccount.submit')}
      </SubmitButton>
      <p className="form-links">
        <a href={helpHref} target="_blank" rel="external noopener">
          {t('link.help')}
        </a>
      </p>
    </form>
  )
}

const passCode = () => new URLSearchParams(location.search).get('passCode') ?? ''

async function leaveWithoutCode(): Promise<void> {
  const email = $user.get()?.email
  if (!isPasscode(passCode())) return goBack('/delete_account')
  if (!email) return
  const input = { email, passcode: passCode() }
  const code = codeOf(await call('auth', 'GET /user/key/available/', input))
  if (code === errorCode.dataNotAvailable || code === errorCode.tooManyAttempts)
    goBack('/delete_account')
}

async function send(t: Translate, data: FormData): Promise<Problems | void> {
  if (!data.has('understood')) return { understood: t('deleteAccount.mustUnderstand') }
  const result = await call('account', 'DELETE /user/', {
    passcode: passCode(),
    language: pageLanguage(),
  })
  if (codeOf(result) === errorCode.dataNotAvailable) return { form: t('deleteAccount.codeDead') }
  if (!result.ok) return refused(t, result)
  endAccount()
  leaveNotice(t('notice.accountDeleted'))
}

const DEVICE_KEYS = /^(?:(?:List)?Language$|Read$|Privacy$)/

/**
 * Removes a deleted account's data from this browser, drafts included
 * (`docs/product.md#account-deletion`).
 */
function endAccount(): void {
  deleteReadCache()
  signOut(DEVICE_KEYS)
}

/** Deletes the page cached by the service worker: it may show the person's posts. */
function deleteReadCache(): void {
  if ('caches' in globalThis) void caches.delete('read').catch(() => {})
}
