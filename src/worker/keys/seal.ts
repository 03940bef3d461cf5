import { config } from '../config/config.ts'
import { keyedHash, type KeyPurpose, purposeBytes, type Root, roots } from './keyed-hash.ts'

type SealPurpose = Extract<KeyPurpose, 'mail' | 'moderation'>

const NONCE_BYTES = 12
const encoder = new TextEncoder()
const keys = new Map<string, Promise<CryptoKey>>()

function sealingKey(root: Root, purpose: SealPurpose): Promise<CryptoKey> {
  const name = `${purpose}:${root.secret}`
  let key = keys.get(name)
  if (!key) {
    key = purposeBytes(root, purpose).then((bytes) =>
      crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
    )
    keys.set(name, key)
  }
  return key
}

/** Prefix of a sealed value: identifies the secret without revealing it. */
export async function sealMark(root: Root, purpose: SealPurpose): Promise<string> {
  return `${(await keyedHash(root, purpose, 'mark')).slice(0, 6)}.`
}

/** Encrypts JSON (AES-GCM), readable by this deployment only and only in the row `id`. */
export async function seal(
  env: object,
  purpose: SealPurpose,
  id: string,
  value: unknown,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const parameters = { name: 'AES-GCM', iv, additionalData: encoder.encode(id) }
  const content = encoder.encode(JSON.stringify(value))
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(parameters, await sealingKey(config(env), purpose), content),
  )
  const bytes = new Uint8Array(NONCE_BYTES + sealed.length)
  bytes.set(iv)
  bytes.set(sealed, NONCE_BYTES)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return (await sealMark(config(env), purpose)) + btoa(binary)
}

/** Decrypts a sealed row; `undefined` when sealed under another secret or for another row. */
export async function unseal<Value>(
  env: object,
  purpose: SealPurpose,
  id: string,
  sealed: string,
): Promise<Value | undefined> {
  for (const root of roots(config(env))) {
    const value = await unsealUnder<Value>(root, purpose, id, sealed)
    if (value !== undefined) return value
  }
  return undefined
}

async function unsealUnder<Value>(
  root: Root,
  purpose: SealPurpose,
  id: string,
  sealed: string,
): Promise<Value | undefined> {
  try {
    const encoded = sealed.slice(sealed.indexOf('.') + 1)
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    const parameters = {
      name: 'AES-GCM',
      iv: bytes.slice(0, NONCE_BYTES),
      additionalData: encoder.encode(id),
    }
    const key = await sealingKey(root, purpose)
    const content = await crypto.subtle.decrypt(parameters, key, bytes.slice(NONCE_BYTES))
    return JSON.parse(new TextDecoder().decode(content)) as Value
  } catch {
    return undefined
  }
}

/** Moderation's value of the row `id`; `undefined` when erased or unreadable. */
export async function opened<Value>(
  env: Env,
  id: string | null,
  sealed: string | null,
): Promise<Value | undefined> {
  return id && sealed ? unseal<Value>(env, 'moderation', id, sealed) : undefined
}
