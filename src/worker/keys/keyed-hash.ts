import { base64Url } from '../db/id.ts'

/** What a key is for; the same text under two purposes has unrelated hashes. */
export type KeyPurpose =
  'access-token' | 'update-token' | 'passcode' | 'password' | 'mail' | 'counter' | 'link' | 'social'

/** What keys are derived from. */
export type Root = Pick<Env, 'SECRET'>

/**
 * The roots under which something that is there may have been made: today's, then the one before while `SECRET` is being
 * changed. New things are made under the first.
 */
export function roots(env: Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>): [Root, ...Root[]] {
  return env.SECRET_PREVIOUS ? [env, { SECRET: env.SECRET_PREVIOUS }] : [env]
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
export function purposeKey(env: Root, purpose: KeyPurpose): Promise<CryptoKey> {
  const name = `${purpose}:${env.SECRET}`
  let key = keys.get(name)
  if (!key) {
    key = purposeBytes(env, purpose).then(hmacKey)
    keys.set(name, key)
  }
  return key
}

/** The raw derived key, for ciphers and the password pepper. Throws when the deployment has no real secret. */
export async function purposeBytes(env: Root, purpose: KeyPurpose): Promise<ArrayBuffer> {
  if (!env.SECRET || env.SECRET.length < 32)
    throw new Error('SECRET must be set: at least 32 random characters')
  const root = await hmacKey(encoder.encode(env.SECRET))
  return crypto.subtle.sign('HMAC', root, encoder.encode(purpose))
}

/** HMAC-SHA-256 of the text under the purpose's key, base64url. */
export async function keyedHash(env: Root, purpose: KeyPurpose, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    'HMAC',
    await purposeKey(env, purpose),
    encoder.encode(text),
  )
  return base64Url(new Uint8Array(signature))
}

/** SHA-256, base64url: for stored tokens that are random enough to need no key. */
export async function sha256(text: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}
