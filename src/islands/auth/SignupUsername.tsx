import { useEffect, useRef, useState } from 'react'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { reloadUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { saveUsername, UsernameField } from '../ui/UsernameField.tsx'
import { go, text } from '../../browser/account/entry.ts'

export default function SignupUsername({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  // A refusal does not apply to text typed since.
  const [refused, setRefused] = useState('')
  const send = (data: FormData) => {
    setRefused(name)
    return save(t, data)
  }
  const { formProps, problems, isBusy } = useForm(send, { focusesFirst: true })

  useEffect(() => {
    if (!storedTokens()) return location.replace('/login')
    if (!input.current) return
    input.current.value ||= stored('UserName') ?? $user.get()?.username ?? ''
    setName(input.current.value.trim())
  }, [])

  return (
    <form {...formProps}>
      <UsernameField
        t={t}
        input={input}
        name={name}
        onName={setName}
        problem={name === refused ? problems['username'] : undefined}
        isSaving={isBusy}
      />
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('username.save')}</SubmitButton>
      <a className="button button-quiet" href="/">
        {t('username.skip')}
      </a>
    </form>
  )
}

async function save(t: Translate, data: FormData): Promise<Problems | void> {
  const newUsername = text(data, 'username').trim()
  const refusal = await saveUsername(t, newUsername)
  if (refusal && 'problem' in refusal) return { username: refusal.problem }
  if (refusal && codeOf(refusal.failure) === errorCode.userNotActivated) return go('/otp_email')
  if (refusal) return { form: failureText(t, refusal.failure) }
  storedTokens()?.storage.setItem('UserName', newUsername)
  await reloadUser()
  go('/')
}
