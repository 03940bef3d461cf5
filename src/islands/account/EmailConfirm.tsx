import { errorCode } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { reloadUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { Form, type Problems, useForm, FormProblem } from '../ui/Form.tsx'
import { takenLink } from '../../browser/account/email-token.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { useAtOpening } from '../ui/use-hydrated.ts'
import { refused } from './settings-form.ts'

/** Confirms by a press, since mail scanners open links. */
export default function EmailConfirm() {
  const link = useAtOpening(takenLink)
  const form = useForm(() => confirm(link?.token ?? ''))
  const hasNoToken = link?.token === ''
  const isDead = hasNoToken || form.problems['form'] === t('emailConfirm.dead')
  return (
    <Form
      form={form}
      submit={!isDead && t('emailConfirm.submit')}
      after={
        isDead && (
          <p className="form-links">
            <a href="/email">{t('emailConfirm.again')}</a>
          </p>
        )
      }
    >
      {hasNoToken && <FormProblem text={t('emailConfirm.dead')} />}
      {!isDead && (
        <p className="lead">
          {t('emailConfirm.lead')}
          <strong className="address" translate="no">
            {link?.newEmail || '\u00a0'}
          </strong>
        </p>
      )}
    </Form>
  )
}

async function confirm(token: string): Promise<Problems | void> {
  const result = await call('user', 'PUT /user/email/confirm/', { token })
  if (result.code === errorCode.dataNotAvailable) return { form: t('emailConfirm.dead') }
  if (result.code === errorCode.emailTaken) return { form: t('error.emailTaken') }
  if (!result.ok) return refused(result)
  await reloadUser()
  leaveNotice(t('notice.emailChanged', { email: $user.get()?.email ?? '' }), { setting: 'email' })
  location.replace('/account_settings')
}
