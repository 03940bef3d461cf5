import { base64Url, fromBase64Url } from '../db/id.ts'

/** Purpose of a key; the same text under two purposes has unrelated hashes. */
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

/** The root that keys are derived from: the part of `Config` that they need. */
export interface Root {
  readonly secret: string | undefined
}

/**
 * The roots that existing hashes, tokens and mail may have been made with: the present secret, and the previous one
 * while `SECRET` is being changed. New ones are made with the first.
 */
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

/** The purpose's own 256-bit key, derived from the root secret; imported once per isolate. */
function purposeKey(root: Root, purpose: KeyPurpose): Promise<CryptoKey> {
  const name = `${purpose}:${root.secret}`
  let key = keys.get(name)
  if (!key) {
    key = purposeBytes(root, purpose).then(hmacKey)
    keys.set(name, key)
  }
  return key
}

/** The raw derived key, for ciphers and the password pepper. Throws in a deployment without a valid `SECRET`. */
export async function purposeBytes({ secret }: Root, purpose: KeyPurpose): Promise<ArrayBuffer> {
  if (!secret) throw new Error('SECRET must be set: at least 32 random characters')
  const root = await hmacKey(encoder.encode(secret))
  return crypto.subtle.sign('HMAC', root, encoder.encode(purpose))
}

/** HMAC-SHA-256 of the text under the purpose's key, base64url. */
export async function keyedHash(root: Root, purpose: KeyPurpose, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    'HMAC',
    await purposeKey(root, purpose),
    encoder.encode(text),
  )
  return base64Url(new Uint8Array(signature))
}

/** Whether this is the text's `keyedHash`, under the present secret or the previous one. */
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

/** SHA-256, base64url: for stored tokens that are random enough to need no key. */
export async function sha256(text: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}
