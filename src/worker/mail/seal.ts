import { config } from '../config/config.ts'
import { purposeBytes, roots, type Root } from '../keys/keyed-hash.ts'
import type { RenderedMail } from './message.ts'

/** AES-GCM's usual nonce, in bytes. */
const NONCE = 12
const encoder = new TextEncoder()
const keys = new Map<string | undefined, Promise<CryptoKey>>()

function sealingKey(root: Root): Promise<CryptoKey> {
  let key = keys.get(root.secret)
  if (!key) {
    key = purposeBytes(root, 'mail').then((bytes) =>
      crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
    )
    keys.set(root.secret, key)
  }
  return key
}

/** The mail's content, readable by this deployment only and only in the row `id`. */
export async function seal(env: object, id: string, mail: RenderedMail): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE))
  const parameters = { name: 'AES-GCM', iv, additionalData: encoder.encode(id) }
  const content = encoder.encode(JSON.stringify(mail))
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(parameters, await sealingKey(config(env)), content),
  )
  const bytes = new Uint8Array(NONCE + sealed.length)
  bytes.set(iv)
  bytes.set(sealed, NONCE)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** The content of a sealed row; `undefined` when it was sealed under another secret or for another row. */
export async function unseal(
  env: object,
  id: string,
  sealed: string,
): Promise<RenderedMail | undefined> {
  for (const root of roots(config(env))) {
    const mail = await unsealUnder(root, id, sealed)
    if (mail) return mail
  }
  return undefined
}

async function unsealUnder(
  root: Root,
  id: string,
  sealed: string,
): Promise<RenderedMail | undefined> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0))
    const parameters = {
      name: 'AES-GCM',
      iv: bytes.slice(0, NONCE),
      additionalData: encoder.encode(id),
    }
    const content = await crypto.subtle.decrypt(
      parameters,
      await sealingKey(root),
      bytes.slice(NONCE),
    )
    return JSON.parse(new TextDecoder().decode(content)) as RenderedMail
  } catch {
    return undefined
  }
}
