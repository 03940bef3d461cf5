import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import { keychains } from '../../domain/keychains.ts'
import { defineCalls, refusedAccount, results } from '../call.ts'
import { sample } from '../examples.ts'
import { secondsOf, signInHeaders } from '../fields.ts'
import { sessionSchema } from '../schemas.ts'

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(max)
const passkeyId = bytes(1400).describe('the credential’s id, base64url')
const clientDataJSON = bytes(4096)
const challenge = z.string().describe('base64url; works once, for an hour, in this browser')
const rpId = z.string().describe('the site’s domain')

export const passkeySchema = z
  .strictObject({
    passkeyId,
    keychain: z.enum(keychains).describe('where it is kept'),
    createdAt: secondsOf('when it was added'),
    usedAt: secondsOf('the last sign-in with it').optional(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkeySchema>

const limits = {
  passkeyCallsPerMinute: { max: 600, by: 'network', windowMs: MINUTE_MS, isCoarse: true },
} as const

const key = { passkeyId: sample.passkeyId }
const credential = { ...key, clientDataJSON: sample.clientDataJSON }

export const passkeyLoginCalls = defineCalls('auth', {
  beginPasskeyLogin: {
    endpoint: 'POST /user/login/passkey/challenge',
    summary: 'A challenge for a sign-in with a passkey; stores nothing',
    success: results(z.strictObject({ challenge, rpId }), 'the challenge'),
    limits,
  },
  loginWithPasskey: {
    endpoint: 'POST /user/login/passkey',
    summary: 'Sign in with a passkey',
    description:
      'Values are base64url, as the browser’s `AuthenticatorAssertionResponse` has them.',
    headers: signInHeaders,
    body: z.strictObject({
      passkeyId,
      clientDataJSON,
      authenticatorData: bytes(4096),
      signature: bytes(2048),
      userHandle: bytes(128),
    }),
    success: results(sessionSchema, 'signed in'),
    errors: ['authorizationFailed', 'dataNotFound', 'userNotActivated', ...refusedAccount],
    limits,
    isSignIn: true,
    example: {
      ...credential,
      authenticatorData: sample.authenticatorData,
      signature: sample.signature,
      userHandle: sample.userHandle,
    },
  },
})

export const passkeyCalls = defineCalls('user', {
  listPasskeys: {
    endpoint: 'GET /user/passkeys',
    summary: 'The caller’s passkeys, newest first',
    access: 'account',
    success: results(z.array(passkeySchema), 'the passkeys, at most ten'),
  },
  beginPasskey: {
    endpoint: 'POST /user/passkeys/challenge',
    summary: 'A challenge for a new passkey; requires a recent sign-in',
    access: 'member',
    success: results(
      z.strictObject({
        challenge,
        rpId,
        userHandle: z.string().describe('the account, base64url'),
        passkeyIds: z.array(passkeyId).describe('the caller’s passkeys'),
      }),
      'the challenge',
    ),
    errors: ['authorizationFailed', 'dataNotAvailable'],
    limits,
  },
  addPasskey: {
    endpoint: 'POST /user/passkeys',
    summary: 'Add a passkey, at most ten; requires a recent sign-in',
    description: 'Values are base64url. No attestation is asked for.',
    access: 'member',
    body: z.strictObject({ passkeyId, clientDataJSON, attestationObject: bytes(8192) }),
    errors: ['authorizationFailed'],
    limits,
    example: { ...credential, attestationObject: sample.attestationObject },
  },
  removePasskey: {
    endpoint: 'DELETE /user/passkeys',
    summary: 'Remove one of the caller’s passkeys',
    access: 'account',
    body: z.strictObject({ passkeyId }),
    success: { status: 205, about: 'the passkey is removed' },
    errors: ['dataNotFound'],
    example: key,
  },
})
