import { useEffect } from 'react'
import { errorCode } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { $user } from '../../stores/user.ts'
import { leaveWithoutCode, passCode } from '../auth/mailed-code.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { CheckboxField } from '../ui/CheckboxField.tsx'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { refused } from './settings-form.ts'
import { signOut } from '../../stores/sign-out.ts'

export default function DeleteAccountProceed({ helpHref }: { helpHref: string }) {
  const form = useForm(send)
  useEffect(() => void leaveWithoutCode($user.get()?.email, '/delete_account'), [])
  return (
    <Form
      form={form}
      submit={t('deleteAccount.submit')}
      tone="danger"
      after={
        <p className="form-links">
          <a href={helpHref} target="_blank" rel="external noopener">
            {t('link.help')}
          </a>
        </p>
      }
    >
      <CheckboxField
        name="understood"
        label={t('deleteAccount.understood')}
        className="checkbox-danger"
        required
      />
    </Form>
  )
}

async function send(data: FormData): Promise<Problems | void> {
  if (!data.has('understood')) return { understood: t('deleteAccount.mustUnderstand') }
  const result = await call('account', 'DELETE /user/', {
    passcode: passCode(),
    language: pageLanguage(),
  })
  if (result.code === errorCode.dataNotAvailable) return { form: t('deleteAccount.codeDead') }
  if (!result.ok) return refused(result)
  // The page cached by the service worker may show the person's posts.
  if ('caches' in globalThis) void caches.delete('read').catch(() => {})
  signOut(DEVICE_KEYS)
  leaveNotice(t('notice.accountDeleted'))
}

/** Keys that stay in this browser; drafts go (`docs/product.md#account-deletion`). */
const DEVICE_KEYS = /^(?:(?:List)?Language$|Read$|Privacy$)/
