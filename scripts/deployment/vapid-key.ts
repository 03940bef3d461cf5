import { createECDH } from 'node:crypto'

/** A new `VAPID_KEY`: the public and the private key of P-256, base64url, with a dot between them (RFC 8292). */
export function newVapidKey(): string {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  // A private key with leading zeros is shorter than the curve's 32 bytes.
  const privateKey = keys.getPrivateKey('hex').padStart(64, '0')
  return `${keys.getPublicKey('base64url')}.${Buffer.from(privateKey, 'hex').toString('base64url')}`
}
