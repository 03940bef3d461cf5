import { useState } from 'react'
import { type CallResult, errorCode } from '../../api/result.ts'
import { addPasskey } from '../../browser/account/add-passkey.ts'
import { text } from '../../browser/account/entry.ts'
import { forgetPasskey } from '../../browser/account/forget-passkey.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { Form, type Problems, useForm, QuietButton } from '../ui/Form.tsx'
import { actionFailureText } from '../ui/failure-text.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PeopleList } from './PeopleList.tsx'

async function removePasskey(passkeyId: string) {
  const result = await call('user', 'DELETE /user/passkeys', { passkeyId })
  if (result.ok) forgetPasskey(passkeyId)
  return result
}

const day = (seconds: number) => ({ date: formatDate(t, 'dd_mm_yyyy', seconds * 1000) })

/** The person's passkeys, which can be removed, and a form that adds one. */
export default function Passkeys() {
  return (
    <PeopleList
      read={() => call('user', 'GET /user/passkeys', {})}
      endFailed="passkeys.removeFailed"
      renderRow={(passkey, end) => {
        const { passkeyId, createdAt, usedAt } = passkey
        const keychain = t(`passkeys.keychain.${passkey.keychain}`)
        return (
          <li key={passkeyId}>
            <span>
              <b>{keychain}</b>
              <small>{t('passkeys.created', day(createdAt))}</small>
              {usedAt && <small>{t('passkeys.used', day(usedAt))}</small>}
            </span>
            <QuietButton
              aria-label={t('passkeys.removeOf', { keychain })}
              onClick={() => end(removePasskey(passkeyId), t('passkeys.removed', { keychain }))}
            >
              {t('passkeys.remove')}
            </QuietButton>
          </li>
        )
      }}
      renderAfter={(_, end) => (
        <AddPasskey onAdded={(result) => void end(Promise.resolve(result), t('passkeys.added'))} />
      )}
    />
  )
}

/** Creates a passkey; asks for the password if the login was not recent. */
function AddPasskey({ onAdded }: { onAdded: (result: CallResult<unknown>) => void }) {
  const [asksPassword, setAsksPassword] = useState(false)
  const form = useForm(async (data): Promise<Problems | void> => {
    if (asksPassword) {
      const { signInAgain } = await import('./EmailSetting.tsx')
      const problems = await signInAgain(text(data, 'password'))
      if (problems) return problems
    }
    const result = await addPasskey()
    if (typeof result === 'string') return { form: t(result) }
    if (result.code === errorCode.dataNotAvailable) return { form: t('passkeys.full') }
    if (result.code === errorCode.authorizationFailed) {
      if ($user.get()?.userOptions.googleUserId) return { form: t('passkeys.signInAgain') }
      setAsksPassword(true)
      return {}
    }
    if (!result.ok) return { form: actionFailureText(result, 'passkeys.addFailed') }
    setAsksPassword(false)
    onAdded(result)
    return {}
  })
  return (
    <Form form={form} submit={t('passkeys.add')}>
      <p className="field-hint">{t(asksPassword ? 'passkeys.confirm' : 'passkeys.before')}</p>
      {asksPassword && <PasswordField name="password" label={t('passwordSetting.current')} />}
    </Form>
  )
}
