import { useEffect, useState } from 'react'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { call } from '../../stores/call.ts'

const purposes = {
  reminderEnd: {
    send: (token: string) => call('user', 'POST /user/reminder/end', { token }),
    next: '/account_settings',
  },
  unlock: {
    send: (token: string) => call('auth', 'PUT /user/key/unlock/', { token }),
    next: '/login',
  },
}

interface Props {
  messages: Messages
  purpose: keyof typeof purposes
}

/**
 * Page of a mailed link: ends a reminder, or unlocks codes. Requires a press, since mail scanners
 * open links; a notification's action, marked by the fragment, was a press.
 */
export default function MailedLink({ messages, purpose }: Props) {
  const t = translate(messages)
  const [end, setEnd] = useState<'done' | 'dead'>()
  const { send, next } = purposes[purpose]
  const { formProps, problems, isBusy, submit } = useForm(async (): Promise<Problems> => {
    const result = await send(new URLSearchParams(location.search).get('token') ?? '')
    if (result.ok) setEnd('done')
    else if (codeOf(result) === errorCode.dataNotAvailable) setEnd('dead')
    else return { form: failureText(t, result) }
    return {}
  })
  useEffect(() => {
    if (location.hash !== '#now') return
    // A reload or history entry must not end a reminder that was enabled again.
    history.replaceState(history.state, '', location.pathname + location.search)
    submit()
    // oxlint-disable-next-line react/exhaustive-deps -- once, as the page opens
  }, [])
  return (
    <form {...formProps}>
      {!end && <p className="lead">{t(`mailedLink.${purpose}.lead`)}</p>}
      <output className="form-notice">{end === 'done' && t(`mailedLink.${purpose}.done`)}</output>
      <FormProblem text={end === 'dead' ? t(`mailedLink.${purpose}.dead`) : problems['form']} />
      {end ? (
        <a className="button" href={next}>
          {t(`mailedLink.${purpose}.next`)}
        </a>
      ) : (
        <SubmitButton isBusy={isBusy}>{t(`mailedLink.${purpose}.submit`)}</SubmitButton>
      )}
    </form>
  )
}
