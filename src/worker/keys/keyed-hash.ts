import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Domain separation: hashes of one text under two purposes are unrelated. */
export type KeyPurpose =
  | 'access-token'
  | 'update-token'
  | 'passcode'
  | 'password'
  | 'mail'
  | 'moderation'
  | 'reporter'
  | 'counter'
  | 'link'
  | 'social'
  | 'passkey'

export interface Root {
  readonly secret: string | undefined
}

/** The present secret, and during a change of `SECRET` the previous one. New values use the first. */
export function roots(
  config: Root & { readonly previousSecret: string | undefined },
): [Root, ...Root[]] {
  return config.previousSecret ? [config, { secret: config.previousSecret }] : [config]
}

/** The purpose's 256-bit key. @throws Error in a deployment without a valid `SECRET` */
export function purposeBytes({ secret }: Root, purpose: KeyPurpose): Buffer {
  if (!secret) throw new Error('SECRET must be set: at least 32 random characters')
  return createHmac('sha256', secret).update(purpose).digest()
}

/** HMAC-SHA-256, base64url. */
export const keyedHash = (root: Root, purpose: KeyPurpose, text: string): string =>
  createHmac('sha256', purposeBytes(root, purpose)).update(text).digest('base64url')

/** Verifies a `keyedHash` under the present or the previous secret. */
export function isKeyedHash(
  config: Parameters<typeof roots>[0],
  purpose: KeyPurpose,
  text: string,
  hash: string,
): boolean {
  const given = Buffer.from(hash)
  return roots(config).some((root) => {
    const expected = Buffer.from(keyedHash(root, purpose, text))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** SHA-256, base64url: for stored tokens with enough entropy to need no key. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text).digest('base64url')
