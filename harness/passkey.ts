import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

export interface Answer {
  challenge: string
  userHandle: string
  origin: string
  rpId?: string
  counter?: number
  /** Of the authenticator data: user present, user verified, synchronized (eligible and done). */
  flags?: number
}

export interface PasskeyOptions {
  /** Of the keychain. */
  aaguid?: string
  algorithm?: keyof typeof algorithms
}

const PRESENT_VERIFIED_SYNCED = 0x1d
const HAS_CREDENTIAL = 0x40

const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const fromBase64Url = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])

function clientData(type: string, { challenge, origin }: Answer): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData({ origin, rpId, flags, counter = 0 }: Answer, more = 0): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const bits = Buffer.from([(flags ?? PRESENT_VERIFIED_SYNCED) | more])
  return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), bits, count])
}

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>

const cose = (type: number, algorithm: number, ...parameters: (number | Buffer)[]) => {
  const labelled = parameters.map((value, index) => [-1 - index, value] as const)
  return isoCBOR.encode(new Map<number, number | Buffer>([[1, type], [3, algorithm], ...labelled]))
}

/** Keys with their public part in COSE. */
const algorithms = {
  /** Elliptic curve P-256: x, y. */
  ES256() {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
    return { keys, publicKey: cose(2, -7, 1, fromBase64Url(x), fromBase64Url(y)) }
  },
  /** Ed25519: x. */
  EdDSA() {
    const keys = generateKeyPairSync('ed25519')
    const { x = '' } = keys.publicKey.export({ format: 'jwk' })
    return { keys, publicKey: cose(1, -8, 6, fromBase64Url(x)) }
  },
  /** RSA: n, e. */
  RS256() {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { n = '' } = keys.publicKey.export({ format: 'jwk' })
    return { keys, publicKey: cose(3, -257, fromBase64Url(n), Buffer.of(1, 0, 1)) }
  },
}

/** A passkey in memory, which answers as a browser's keychain does. */
export function softwarePasskey({
  aaguid = '00000000-0000-0000-0000-000000000000',
  algorithm = 'ES256',
}: PasskeyOptions = {}) {
  const { keys, publicKey } = algorithms[algorithm]()
  const hash = algorithm === 'EdDSA' ? null : 'sha256'
  const id = randomBytes(16)
  const passkeyId = base64Url(id)
  return {
    passkeyId,
    /** The body that adds the passkey. */
    made(answer: Answer) {
      const data = Buffer.concat([
        authenticatorData(answer, HAS_CREDENTIAL),
        Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
        uint16(id.length),
        id,
        publicKey,
      ])
      const attestation = { fmt: 'none', attStmt: new Map<string, string>(), authData: data }
      return {
        passkeyId,
        clientDataJSON: base64Url(clientData('webauthn.create', answer)),
        attestationObject: base64Url(isoCBOR.encode(new Map(Object.entries(attestation)))),
      }
    },
    /** The body that signs in. */
    asserted(answer: Answer) {
      const client = clientData('webauthn.get', answer)
      const data = authenticatorData(answer)
      return {
        passkeyId,
        clientDataJSON: base64Url(client),
        authenticatorData: base64Url(data),
        signature: base64Url(sign(hash, Buffer.concat([data, sha256(client)]), keys.privateKey)),
        userHandle: answer.userHandle,
      }
    },
  }
}
