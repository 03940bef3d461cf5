import { createHash } from 'node:crypto'
import initialize from '@phi-ag/argon2/node'
import { keyedHash, purposeBytes } from '../src/worker/keys/keyed-hash.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')

/**
 * Hashes a password as the worker does, for rows without a call.
 * @param memory KiB; by default those of the worker
 */
export async function passwordHash(
  secret: string | undefined,
  password: string,
  memory = 19_456,
): Promise<string> {
  const argon2 = await initialize()
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const { hash } = argon2.hash(keyedHash({ secret }, 'password', password), {
    salt,
    hashLength: 32,
    memoryCost: memory,
    timeCost: 2,
    parallelism: 1,
  })
  const digest = createHash('sha256').update(purposeBytes({ secret }, 'password')).digest()
  const keyId = base64(digest.subarray(0, 6))
  return `$argon2id$v=19$m=${memory},t=2,p=1,keyid=${keyId}$${base64(salt)}$${base64(hash)}`
}
