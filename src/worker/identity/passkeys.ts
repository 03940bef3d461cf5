import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Input } from '../../contract/call-types.ts'
import { ServiceError, type ServiceContext } from '../http/service.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { newChallenge, useChallenge } from './single-use.ts'

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Bytes by which a passkey names its account. */
export const userHandle = (userId: string): string => Buffer.from(userId).toString('base64url')

const site = (c: ServiceContext) => {
  const origin = publicOrigin(c.env, c.req.url)
  return { origin, rpId: new URL(origin).hostname }
}

/** @param holder as of `newChallenge` */
export function challengeOf(c: ServiceContext, holder: string) {
  return { challenge: newChallenge(c.env, holder), rpId: site(c).rpId }
}

const expected = (c: ServiceContext, holder: string) => ({
  expectedChallenge: (challenge: string) => useChallenge(c.env, holder, challenge),
  expectedOrigin: site(c).origin,
  expectedRPID: site(c).rpId,
})

const credential = <Response>(id: string, response: Response) =>
  ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }) as const

/** @throws ServiceError authorizationFailed */
async function verified<Outcome extends { verified: boolean }>(verifying: Promise<Outcome>) {
  const outcome = await verifying.catch((cause: unknown) => {
    throw new ServiceError('authorizationFailed', { cause })
  })
  if (!outcome.verified) throw new ServiceError('authorizationFailed')
  return outcome as Outcome & { verified: true }
}

/**
 * Checks a new passkey, whose user has just signed in; a password manager adds one without its dialog.
 * @throws ServiceError authorizationFailed
 */
export async function verifiedPasskey(
  c: ServiceContext,
  holder: string,
  { passkeyId, ...response }: Input<'user', 'POST /user/passkeys'>,
) {
  const { registrationInfo } = await verified(
    verifyRegistrationResponse({
      ...expected(c, holder),
      response: credential(passkeyId, response),
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserPresence: false,
      requireUserVerification: false,
    }),
  )
  const { credential: made, aaguid } = registrationInfo
  return { ...made, publicKey: Buffer.from(made.publicKey).toString('base64url'), aaguid }
}

/**
 * Checks a sign-in with a stored passkey.
 * @returns the passkey's counter
 * @throws ServiceError authorizationFailed, also for a counter other than 0 that does not rise
 */
export async function verifiedCounter(
  c: ServiceContext,
  holder: string,
  { passkeyId, ...response }: Input<'auth', 'POST /user/login/passkey'>,
  stored: { id: string; publicKey: string; counter: number },
): Promise<number> {
  const { id, publicKey, counter } = stored
  if (response.userHandle !== userHandle(id)) throw new ServiceError('authorizationFailed')
  const { authenticationInfo } = await verified(
    verifyAuthenticationResponse({
      ...expected(c, holder),
      response: credential(passkeyId, response),
      credential: {
        id: passkeyId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
      },
    }),
  )
  return authenticationInfo.newCounter
}
