import { base64Url, fromBase64Url } from '../db/id.ts'

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

const encoder = new TextEncoder()
const keys = new Map<string, Promise<CryptoKey>>()

function hmacKey(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

/** Derives the purpose's 256-bit key, once per isolate. */
function purposeKey(root: Root, purpose: KeyPurpose): Promise<CryptoKey> {
  const name = `${purpose}:${root.secret}`
  let key = keys.get(name)
  if (!key) {
    key = purposeBytes(root, purpose).then(hmacKey)
    keys.set(name, key)
  }
  return key
}

/** @throws Error in a deployment without a valid `SECRET` */
export async function purposeBytes({ secret }: Root, purpose: KeyPurpose): Promise<ArrayBuffer> {
  if (!secret) throw new Error('SECRET must be set: at least 32 random characters')
  const root = await hmacKey(encoder.encode(secret))
  return crypto.subtle.sign('HMAC', root, encoder.encode(purpose))
}

/** HMAC-SHA-256, base64url. */
export async function keyedHash(root: Root, purpose: KeyPurpose, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    'HMAC',
    await purposeKey(root, purpose),
    encoder.encode(text),
  )
  return base64Url(new Uint8Array(signature))
}

/** Verifies a `keyedHash` under the present or the previous secret. */
export async function isKeyedHash(
  config: Parameters<typeof roots>[0],
  purpose: KeyPurpose,
  text: string,
  hash: string,
): Promise<boolean> {
  const bytes = fromBase64Url(hash)
  if (!bytes) return false
  for (const root of roots(config)) {
    const key = await purposeKey(root, purpose)
    if (await crypto.subtle.verify('HMAC', key, bytes, encoder.encode(text))) return true
  }
  return false
}

/** SHA-256, base64url: for stored tokens with enough entropy to need no key. */
export async function sha256(text: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}
