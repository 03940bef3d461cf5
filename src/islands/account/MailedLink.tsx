import { useEffect, useState } from 'react'
import { errorCode } from '../../api/result.ts'
import { keepEnteredEmail } from '../../browser/account/entry.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { t } from '../../i18n/translate.ts'
import { focusAtMount, Form, type Problems, useForm } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { call } from '../../stores/call.ts'

const sends = {
  reminderEnd: (token: string) => call('user', 'POST /user/reminder/end', { token }),
  unlock: (token: string) => call('auth', 'PUT /user/key/unlock/', { token }),
  secure: (token: string) => call('auth', 'PUT /user/secure/', { token }),
}

/**
 * Page of a mailed link: ends a reminder, unlocks codes, or secures an account. Requires a press, since mail scanners
 * open links; a notification's action, marked by the fragment, was a press.
 */
export default function MailedLink({ purpose }: { purpose: keyof typeof sends }) {
  const [isOver, setOver] = useState(false)
  const form = useForm(async (): Promise<Problems> => {
    const result = await sends[purpose](new URLSearchParams(location.search).get('token') ?? '')
    const isDead = result.code === errorCode.dataNotAvailable
    if (result.ok && 'email' in result.results && result.results.email) {
      keepEnteredEmail(result.results.email)
      leaveNotice(t('mailedLink.secure.notice'))
      location.assign('/forgot_password/otp_email')
      return {}
    }
    setOver(result.ok || isDead)
    if (result.ok) return {}
    return { form: isDead ? t(`mailedLink.${purpose}.dead`) : failureText(result) }
  })
  useEffect(() => {
    if (location.hash !== '#now') return
    // A reload or history entry must not end a reminder that was enabled again.
    history.replaceState(history.state, '', location.pathname + location.search)
    form.submit()
    // oxlint-disable-next-line react/exhaustive-deps -- once, as the page opens
  }, [])
  return (
    <Form
      form={form}
      submit={!isOver && t(`mailedLink.${purpose}.submit`)}
      after={
        isOver && (
          <a
            className="button"
            href={purpose === 'reminderEnd' ? '/account_settings' : '/login'}
            ref={focusAtMount}
          >
            {t(`mailedLink.${purpose}.next`)}
          </a>
        )
      }
    >
      {!isOver && <p className="lead">{t(`mailedLink.${purpose}.lead`)}</p>}
      <output className="form-notice">
        {isOver && !form.problems['form'] && t(`mailedLink.${purpose}.done`)}
      </output>
    </Form>
  )
}
