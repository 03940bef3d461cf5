import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { config } from '../config/config.ts'
import { keyedHash, type KeyPurpose, purposeBytes, type Root, roots } from './keyed-hash.ts'

type SealPurpose = Extract<KeyPurpose, 'mail' | 'moderation'>

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Prefix of a sealed value: identifies the secret without revealing it. */
export const sealMark = (root: Root, purpose: SealPurpose): string =>
  `${keyedHash(root, purpose, 'mark').slice(0, 6)}.`

/** Encrypts JSON (AES-GCM), readable by this deployment only and only in the row `id`. */
export function seal(env: object, purpose: SealPurpose, id: string, value: unknown): string {
  const root = config(env)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, purposeBytes(root, purpose), nonce).setAAD(Buffer.from(id))
  const content = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]
  const sealed = Buffer.concat([nonce, ...content, cipher.getAuthTag()])
  return sealMark(root, purpose) + sealed.toString('base64')
}

/** Decrypts a sealed row; `undefined` when sealed under another secret or for another row. */
export function unseal<Value>(
  env: object,
  purpose: SealPurpose,
  id: string,
  sealed: string,
): Value | undefined {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64')
  for (const root of roots(config(env))) {
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const key = purposeBytes(root, purpose)
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv(CIPHER, key, nonce, options)
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return JSON.parse(Buffer.concat([content, decipher.final()]).toString()) as Value
    } catch {
      // Under another secret, or of another row.
    }
  }
  return undefined
}

/** Moderation's value of the row `id`; `undefined` when erased or unreadable. */
export function opened<Value>(
  env: Env,
  id: string | null,
  sealed: string | null,
): Value | undefined {
  return id && sealed ? unseal<Value>(env, 'moderation', id, sealed) : undefined
}
