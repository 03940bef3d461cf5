import { browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser'
import { errorCode } from '../../api/result.ts'
import { goAfterLogin } from '../../browser/account/entry.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { forgetPasskey } from '../../browser/account/forget-passkey.ts'
import { t } from '../../i18n/translate.ts'
import { signIn } from '../../stores/begin-session.ts'
import { call } from '../../stores/call.ts'
import { signInHeaders } from '../../stores/sign-in.ts'
import { failureText } from '../ui/failure-text.ts'

/** The dialog was closed, or another request has replaced this one. */
const quiet = ['NotAllowedError', 'AbortError']

/**
 * Logs in with a passkey, which the person chooses in the browser's dialog or from the address field's suggestions.
 * @returns the problem to show; none when logged in or cancelled
 */
export async function loginWithPasskey(
  isPersistent: () => boolean,
  useBrowserAutofill: boolean,
): Promise<string | void> {
  if (useBrowserAutofill && !(await browserSupportsWebAuthnAutofill())) return
  const begun = await call('auth', 'POST /user/login/passkey/challenge', {})
  if (!begun.ok) return useBrowserAutofill ? undefined : failureText(begun)
  const optionsJSON = { ...begun.results, userVerification: 'required' } as const
  const chosen = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(
    ({ name }: Error) => (useBrowserAutofill || quiet.includes(name) ? undefined : 'failed'),
  )
  if (!chosen) return
  if (chosen === 'failed') return t('login.passkeyFailed')
  const { id, response } = chosen
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const persistent = isPersistent()
  const assertion = { passkeyId: id, clientDataJSON, authenticatorData, signature, userHandle }
  const headers = signInHeaders(persistent)
  const result = await call('auth', 'POST /user/login/passkey', assertion, { headers })
  if (result.code === errorCode.dataNotFound) {
    forgetPasskey(id)
    return t('login.passkeyUnknown')
  }
  if (result.code === errorCode.authorizationFailed) return t('login.passkeyFailed')
  if (!result.ok) return failureText(result)
  await signIn(result.results, persistent)
  goAfterLogin()
}

const MAX_SILENT_MS = 3_000

/** After a sign-in with a password, where the browser can; once, since the passkey may be removed. */
export async function makePasskeySilently(): Promise<void> {
  const can = await PublicKeyCredential.getClientCapabilities?.()
  if (!can?.['conditionalCreate'] || localStorage.getItem('PasskeyMade')) return
  localStorage.setItem('PasskeyMade', '1')
  const { addPasskey } = await import('../../browser/account/add-passkey.ts')
  await withTimeout(addPasskey(true), MAX_SILENT_MS)
}
