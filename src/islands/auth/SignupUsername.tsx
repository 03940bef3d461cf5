import { useEffect, useRef, useState } from 'react'
import { usernameAvailable } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { stored, storedTokens } from '../../api/storage.ts'
import { USERNAME_MAX, usernameProblem } from '../../domain/username.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { authorizedCall, reloadUser } from '../../stores/session.ts'
import { failureText } from '../ui/failure-text.ts'
import { Field } from '../ui/Field.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { go, text } from './entry.ts'

/** Milliseconds without typing after which a name is looked up; look-ups are limited. */
const PAUSE = 600

export default function SignupUsername({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  // What was refused says nothing about what has been typed since.
  const [refused, setRefused] = useState('')
  const { formProps, problems, isBusy } = useForm((data) => {
    setRefused(name)
    return save(t, data)
  })
  const verdict = useVerdict(t, name)

  useEffect(() => {
    if (!storedTokens()) return location.replace('/login')
    if (!input.current) return
    input.current.value ||= stored('UserName') ?? ''
    setName(input.current.value)
  }, [])

  return (
    <form {...formProps}>
      <Field
        ref={input}
        name="username"
        label={t('field.username')}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('username.hint')}
        problem={(name === refused ? problems['username'] : undefined) ?? verdict.problem}
        onInput={(event) => setName(event.currentTarget.value)}
      >
        <p className="field-count" data-over={name.length > USERNAME_MAX || undefined}>
          {name.length}/{USERNAME_MAX}
        </p>
        <p className="field-hint" role="status">
          {verdict.notice}
        </p>
      </Field>
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('username.save')}</SubmitButton>
    </form>
  )
}

function formProblem(t: Translate, name: string): string | undefined {
  const problem = usernameProblem(name)
  return problem && t(`error.username.${problem}`)
}

interface Verdict {
  problem?: string | undefined
  notice?: string
}

/** What can be said of a name while it is typed: its form at once, whether it is free after a pause. */
function useVerdict(t: Translate, name: string): Verdict {
  const [lookedUp, setLookedUp] = useState<Verdict & { name: string }>()
  const own = typeof window === 'object' ? stored('UserName') : null
  const problem = name === '' ? undefined : formProblem(t, name)
  const isWorthAsking = name !== '' && !problem && name !== own

  useEffect(() => {
    if (!isWorthAsking) return
    const waiting = setTimeout(async () => {
      const answer = await usernameAvailable(name)
      const isTaken = codeOf(answer) === errorCode.usernameTaken
      if (isTaken) setLookedUp({ name, problem: t('error.usernameTaken') })
      // Any other failure decides nothing: saving asks again.
      else if (answer.ok) setLookedUp({ name, notice: t('username.available') })
    }, PAUSE)
    return () => clearTimeout(waiting)
  }, [name, isWorthAsking])

  if (problem) return { problem }
  return lookedUp?.name === name ? lookedUp : {}
}

async function save(t: Translate, data: FormData): Promise<Problems | void> {
  const newUsername = text(data, 'username').trim()
  const problem = formProblem(t, newUsername)
  if (problem) return { username: problem }
  const body = { newUsername }
  const answer = await authorizedCall('user', '/user/username', { method: 'PUT', body })
  const code = codeOf(answer)
  if (code === errorCode.usernameTaken) return { username: t('error.usernameTaken') }
  if (code === errorCode.dataNotAvailable) return { username: t('error.username.characters') }
  if (code === errorCode.userNotActivated) return go('/otp_email')
  if (!answer.ok) return { form: failureText(t, answer) }
  storedTokens()?.storage.setItem('UserName', newUsername)
  await reloadUser()
  go('/')
}
