import { useEffect, type MouseEvent } from 'react'
import { storedTokens } from '../../api/tokens.ts'
import { setWords, t, type Messages } from '../../i18n/translate.ts'
import { reloadUser } from '../../stores/session.ts'
import { Form } from '../ui/Form.tsx'
import { UsernameField, useUsernameForm } from '../ui/UsernameField.tsx'
import { afterSignIn } from '../../browser/account/entry.ts'

export default function SignupUsername({ messages }: { messages: Messages }) {
  setWords(messages)
  const form = useUsernameForm(async () => {
    await reloadUser()
    location.assign(afterSignIn())
  }, true)
  useEffect(() => {
    if (!storedTokens()) location.replace('/login')
  }, [])
  const leave = (event: MouseEvent) => {
    event.preventDefault()
    location.assign(afterSignIn())
  }
  const skip = (
    <a className="button button-quiet" href="/" data-hold="" onClick={leave}>
      {t('username.skip')}
    </a>
  )
  return (
    <Form form={form} submit={t('settings.save')} after={skip}>
      <UsernameField isSaving={form.isBusy} />
    </Form>
  )
}
