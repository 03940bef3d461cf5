import { useEffect, useState } from 'react'
import { call, codeOf } from '../../api/call.ts'
import * as errorCode from '../../api/error-code.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'

/**
 * Ends a reminder from its messages. The link of a mail asks for a press, since mail scanners open links on their
 * own; the action of a notification was pressed by a person, which its fragment says.
 */
export default function EndReminder({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [end, setEnd] = useState<'done' | 'unknown'>()
  const { formProps, problems, isBusy, submit } = useForm(async (): Promise<Problems> => {
    const token = new URLSearchParams(location.search).get('token') ?? ''
    const result = await call('user', 'POST /user/reminder/end', { token })
    if (result.ok) setEnd('done')
    else if (codeOf(result) === errorCode.dataNotAvailable) setEnd('unknown')
    else return { form: failureText(t, result) }
    return {}
  })
  useEffect(() => {
    if (location.hash !== '#now') return
    // A reload or a page of the history must not end a reminder that was asked for again.
    history.replaceState(history.state, '', location.pathname + location.search)
    submit()
    // oxlint-disable-next-line react/exhaustive-deps -- once, as the page opens
  }, [])
  return (
    <form {...formProps}>
      {!end && <p className="lead">{t('reminderEnd.lead')}</p>}
      <output className="form-notice">{end === 'done' && t('reminderEnd.done')}</output>
      <FormProblem text={end === 'unknown' ? t('reminderEnd.unknown') : problems['form']} />
      {end ? (
        <a className="button" href="/account_settings">
          {t('reminderEnd.settings')}
        </a>
      ) : (
        <SubmitButton isBusy={isBusy}>{t('reminderEnd.submit')}</SubmitButton>
      )}
    </form>
  )
}
