import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { jwtVerify, type JWTPayload } from 'jose'
import type { BrowserSubscription } from '../src/islands/account/push-subscription.ts'
import { listen } from './local/listen.ts'

/** A message, decrypted as the browser does. */
interface Delivered {
  endpoint: string
  headers: IncomingHttpHeaders
  /** Claims of the VAPID token, verified with its key (RFC 8292). */
  vapid: JWTPayload & { key: string }
  // oxlint-disable-next-line typescript/no-explicit-any -- each test judges the message
  message: any
}

interface Keys {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
}

const bytes = (text: string) => Buffer.from(text)

/** RFC 8188 with the keys of RFC 8291, single record. */
function decrypt(body: Buffer, { ecdh, auth }: Keys): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  const info = Buffer.concat([bytes('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const key = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, bytes(`Content-Encoding: ${name}\0`), size))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding')
  return padded.subarray(0, end).toString()
}

async function verify(authorization = '', audience: string): Promise<Delivered['vapid']> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const point = Buffer.from(key, 'base64url')
  const publicKey = await crypto.subtle.importKey('raw', point, curve, false, ['verify'])
  const { payload } = await jwtVerify(token, publicKey, { audience, algorithms: ['ES256'] })
  return { ...payload, key }
}

/** A push service over HTTP, with its browsers: an undecryptable message fails the test. */
export async function startPushServer() {
  const browsers = new Map<string, Keys>()
  const statuses = new Map<string, number>()
  const requests: string[] = []
  const delivered: Delivered[] = []
  const { origin, stop } = await listen(async (request, response) => {
    const endpoint = origin + request.url
    const { headers } = request
    const body = await buffer(request)
    requests.push(endpoint)
    const keys = browsers.get(endpoint)
    const status = statuses.get(endpoint) ?? (keys ? 201 : 404)
    try {
      if (status === 201 && keys) {
        const vapid = await verify(headers.authorization, origin)
        const message: unknown = JSON.parse(decrypt(body, keys))
        delivered.push({ endpoint, headers, vapid, message })
      }
      response.writeHead(status).end()
    } catch (error) {
      console.error(error)
      response.writeHead(400).end()
    }
  })
  return {
    origin,
    delivered,
    subscribe(): BrowserSubscription {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${origin}/push/${browsers.size}`
      browsers.set(endpoint, { ecdh, auth })
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { endpoint, expirationTime: null, keys }
    },
    respondWith: (endpoint: string, status: number) => void statuses.set(endpoint, status),
    requestsTo: (endpoint: string) => requests.filter((one) => one === endpoint).length,
    stop,
  }
}
