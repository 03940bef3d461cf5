import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Answer {
  challenge: string
  userHandle: string
  origin: string
  rpId?: string
  counter?: number
  /** Of the authenticator data: user present, user verified, synchronized (eligible and done). */
  flags?: number
}

const PRESENT_VERIFIED_SYNCED = 0x1d
const HAS_CREDENTIAL = 0x40

const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])

/** CBOR of a text. */
const text = (value: string) =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

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

/** A passkey in memory (ES256), which answers as a browser's keychain does. */
export function softwarePasskey(aaguid = '00000000-0000-0000-0000-000000000000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const passkeyId = base64Url(id)
  /** The public key in COSE: type EC2, ES256, P-256, x, y. */
  const cose = Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ])
  return {
    passkeyId,
    /** The body that adds the passkey. */
    made(answer: Answer) {
      const data = Buffer.concat([
        authenticatorData(answer, HAS_CREDENTIAL),
        Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
        uint16(id.length),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x59]),
        uint16(data.length),
        data,
      ])
      return {
        passkeyId,
        clientDataJSON: base64Url(clientData('webauthn.create', answer)),
        attestationObject: base64Url(attestation),
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
        signature: base64Url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: answer.userHandle,
      }
    },
  }
}
