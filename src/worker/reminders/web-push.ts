import { encryptNotification } from '@block65/webcrypto-web-push'
import { SignJWT, base64url, importJWK } from 'jose'
import { HOUR_MS, epochSeconds } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { LruMap } from '../http/lru-map.ts'
import { publicOrigin } from '../http/site-origin.ts'
import type { Subscription } from './subscriptions.ts'

const TIMEOUT_MS = 5_000
/** RFC 8292 admits 24 hours; a signature is used for half of its lifetime. */
const TOKEN_LIFETIME_MS = 12 * HOUR_MS

/** `gone`: the browser dropped the subscription. `retry`: a temporary failure. */
export type PushOutcome = 'accepted' | 'gone' | 'retry' | 'refused'

/** Declarative Web Push, which the service worker shows where the browser does not. */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    body: string
    lang: string
    tag: string
    navigate: string
    actions: { action: string; title: string; navigate: string }[]
  }
}

const authorizations = new LruMap<string, { value: string; until: number }>(100)

/** VAPID `Authorization`, cached for each push service in the isolate. */
async function authorizationFor(env: Env, audience: string): Promise<string> {
  const { push } = config(env)
  if (!push) throw new Error('VAPID_KEY must be set')
  const name = `${audience} ${push.publicKey}`
  const cached = authorizations.get(name)
  const nowMs = Date.now()
  if (cached && cached.until > nowMs) return cached.value
  const bytes = base64url.decode(push.publicKey)
  // An uncompressed point: 4, then its two coordinates.
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map(base64url.encode)
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y, d: push.privateKey }, 'ES256')
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setSubject(publicOrigin(env))
    .setExpirationTime(epochSeconds(nowMs + TOKEN_LIFETIME_MS))
    .sign(key)
  const value = `vapid t=${token}, k=${push.publicKey}`
  authorizations.set(name, { value, until: nowMs + TOKEN_LIFETIME_MS / 2 })
  return value
}

/**
 * Encrypts a message (RFC 8291, aes128gcm) and sends it to the push service (RFC 8030), where it replaces an
 * undelivered one. Never rejects.
 * @param ttlMs how long the push service keeps it for an offline browser
 */
export async function sendPush(
  env: Env,
  { endpoint, keys }: Subscription,
  message: PushMessage,
  ttlMs: number,
): Promise<PushOutcome> {
  const content = new TextEncoder().encode(JSON.stringify(message))
  let body: Uint8Array<ArrayBuffer>
  try {
    const subscription = { endpoint, expirationTime: null, keys }
    // All messages of a day have the same length, so padding would hide nothing.
    body = await encryptNotification(subscription, content, { pad: false })
  } catch {
    // The key is not on the curve, so no browser made it.
    return 'gone'
  }
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization: await authorizationFor(env, new URL(endpoint).origin),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/notification+json',
        TTL: String(Math.floor(ttlMs / 1000)),
        Topic: message.notification.tag,
        Urgency: 'normal',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return outcomeOf(response.status)
  } catch {
    return 'retry'
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'accepted'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'retry' : 'refused'
}
