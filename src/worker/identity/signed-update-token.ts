import { config } from '../config/config.ts'
import { newId } from '../db/id.ts'
import { isKeyedHash, keyedHash } from '../keys/keyed-hash.ts'

/**
 * `<session id>.<128 bits>.<signature>`. It is valid by the hash in its session's row; the signature tells an
 * old one, whose use ends the session, from one that was never ours.
 * @param bits random, or derived from the token before
 */
export async function signedUpdateToken(
  env: Env,
  sessionId: string,
  bits = newId(),
): Promise<string> {
  const payload = `${sessionId}.${bits}`
  return `${payload}.${await keyedHash(config(env), 'update-token', payload)}`
}

/** The same for every use of the token. */
export async function successorOf(
  env: Env,
  sessionId: string,
  updateToken: string,
): Promise<string> {
  const derived = await keyedHash(config(env), 'update-token', `after ${updateToken}`)
  return signedUpdateToken(env, sessionId, derived.slice(0, newId().length))
}

/** Whether this deployment has signed the token, valid or not. */
export function isSignedUpdateToken(env: Env, updateToken: string): Promise<boolean> {
  const end = updateToken.lastIndexOf('.')
  const [payload, signature] = [updateToken.slice(0, end), updateToken.slice(end + 1)]
  return isKeyedHash(config(env), 'update-token', payload, signature)
}
