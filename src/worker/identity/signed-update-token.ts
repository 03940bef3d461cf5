import { config } from '../config/config.ts'
import { base64Url } from '../db/id.ts'
import { isKeyedHash, keyedHash } from '../keys/keyed-hash.ts'

/**
 * `<session id>.<256 bits>.<signature>`. The hash in the session's row makes it valid. The signature distinguishes
 * an old token of this deployment, whose use ends the session, from a forged one.
 * @param bits random, or derived from the token before
 */
export async function signedUpdateToken(
  env: Env,
  sessionId: string,
  bits = base64Url(crypto.getRandomValues(new Uint8Array(32))),
): Promise<string> {
  const payload = `${sessionId}.${bits}`
  return `${payload}.${await keyedHash(config(env), 'update-token', payload)}`
}

/** Returns the token's successor, which is the same for every use. */
export async function successorOf(
  env: Env,
  sessionId: string,
  updateToken: string,
): Promise<string> {
  const bits = await keyedHash(config(env), 'update-token', `after ${updateToken}`)
  return signedUpdateToken(env, sessionId, bits)
}

/** Whether this deployment has signed the token, valid or not. */
export function isSignedUpdateToken(env: Env, updateToken: string): Promise<boolean> {
  const end = updateToken.lastIndexOf('.')
  const [payload, signature] = [updateToken.slice(0, end), updateToken.slice(end + 1)]
  return isKeyedHash(config(env), 'update-token', payload, signature)
}
