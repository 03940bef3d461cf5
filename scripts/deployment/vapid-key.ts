import { createECDH } from 'node:crypto'

/** A new `VAPID_KEY`: P-256 public and private key, base64url, separated by a dot (RFC 8292). */
export function newVapidKey(): string {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  // Leading zeros are omitted by `getPrivateKey`; the curve needs 32 bytes.
  const privateKey = keys.getPrivateKey('hex').padStart(64, '0')
  return `${keys.getPublicKey('base64url')}.${Buffer.from(privateKey, 'hex').toString('base64url')}`
}
