import { useEffect, type MouseEvent } from 'react'
import { storedTokens } from '../../api/tokens.ts'
import { t } from '../../i18n/translate.ts'
import { reloadUser } from '../../stores/session.ts'
import { Form } from '../ui/Form.tsx'
import { UsernameField, useUsernameForm } from '../ui/UsernameField.tsx'
import { afterSignIn } from '../../browser/account/entry.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'

export default function SignupUsername() {
  const leave = () => {
    const hasDraft = Object.keys(localStorage).some((key) => key.startsWith('Draft:'))
    if (hasDraft) leaveNotice(t('username.unsent'))
    location.assign(afterSignIn())
  }
  const skipName = (event: MouseEvent) => {
    event.preventDefault()
    leave()
  }
  const form = useUsernameForm(async () => {
    await reloadUser()
    leave()
  }, true)
  useEffect(() => {
    if (!storedTokens()) location.replace('/login')
  }, [])
  const skip = (
    <a className="button button-quiet" href="/" data-hold="" onClick={skipName}>
      {t('username.skip')}
    </a>
  )
  return (
    <Form form={form} submit={t('settings.save')} after={skip}>
      <UsernameField isSaving={form.isBusy} />
    </Form>
  )
}
