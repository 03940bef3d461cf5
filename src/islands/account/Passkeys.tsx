import { forgetPasskey } from '../../browser/account/forget-passkey.ts'
import { formatDate } from '../../i18n/dates.ts'
import { setWords, t, type Messages } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { QuietButton } from '../ui/LoadFailure.tsx'
import { PeopleList } from './PeopleList.tsx'

async function removePasskey(passkeyId: string) {
  const result = await call('user', 'DELETE /user/passkeys', { passkeyId })
  if (result.ok) forgetPasskey(passkeyId)
  return result
}

const day = (seconds: number) => ({ date: formatDate(t, 'dd_mm_yyyy', seconds * 1000) })

/** The person's passkeys, which can be removed, and a form that adds one. */
export default function Passkeys({ messages }: { messages: Messages }) {
  setWords(messages)
  return (
    <PeopleList
      read={() => call('user', 'GET /user/passkeys', {})}
      failed="passkeys.failed"
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
