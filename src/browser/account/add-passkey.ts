import { startRegistration } from '@simplewebauthn/browser'
import { type CallResult, errorCode } from '../../api/result.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

const failures: Record<string, MessageKey> = {
  AbortError: 'passkeys.cancelled',
  NotAllowedError: 'passkeys.cancelled',
  InvalidStateError: 'passkeys.exists',
}

/**
 * Creates a passkey and adds it.
 * @param isSilent by the password manager that has just signed in, without the browser's dialog
 * @returns the result, or the sentence for a dialog that made none
 */
export async function addPasskey(isSilent = false): Promise<CallResult<unknown> | MessageKey> {
  const begun = await call('user', 'POST /user/passkeys/challenge', {})
  if (!begun.ok) return begun
  const { challenge, rpId, userHandle, passkeyIds } = begun.results
  const { email = '', username = '' } = $user.get() ?? {}
  try {
    const { id, response } = await startRegistration({
      useAutoRegister: isSilent,
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: 'Ichimon' },
        user: { id: userHandle, name: email, displayName: username },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: passkeyIds.map((id) => ({ type: 'public-key', id })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    })
    const { clientDataJSON, attestationObject } = response
    const made = { passkeyId: id, clientDataJSON, attestationObject }
    const result = await call('user', 'POST /user/passkeys', made)
    return result.code === errorCode.authorizationFailed ? 'passkeys.addFailed' : result
  } catch (error) {
    return failures[(error as Error).name] ?? 'passkeys.addFailed'
  }
}
