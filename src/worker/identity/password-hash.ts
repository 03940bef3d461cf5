import Argon2, { Argon2Type, Argon2Version } from '@phi-ag/argon2'
import argon2Module from '@phi-ag/argon2/argon2.wasm'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { config } from '../config/config.ts'
import { ServiceError } from '../http/service.ts'
import { keyedHash, purposeBytes, roots, type Root } from '../keys/keyed-hash.ts'

/** argon2id as OWASP recommends; `m` in KiB. */
const parameters = { m: 19_456, t: 2, p: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Maximum share of an isolate's time for hashing, so that other requests get a turn between hashes. */
const MAX_BUSY_SHARE = 0.5

interface Hashed {
  m: number
  t: number
  p: number
  keyId: string
  salt: Uint8Array
  hash: Uint8Array
}

let argon2: Argon2 | undefined
let nextAt = 0
/** Moving average of the blocking time of a hash, milliseconds. */
let hashMs = 25

/**
 * Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1,keyid=…$salt$hash`. The key id names the pepper.
 * @throws ServiceError databaseConnectionFailed with `retryAfter` when the isolate's queue is full
 */
export async function hashPassword(env: Env, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await compute(env, config(env), password, { ...parameters, salt })
  return format({ ...parameters, keyId: pepperId(config(env)), salt, hash })
}

/**
 * Takes the same time without a stored hash, by hashing with a fixed salt.
 * @param stored a PHC string, or `null` for an unknown address or a person without a password
 * @returns `isCurrent`: false when the parameters or the pepper are outdated
 * @throws ServiceError databaseConnectionFailed with `retryAfter` when the isolate's queue is full
 */
export async function verifyPassword(
  env: Env,
  password: string,
  stored: string | null,
): Promise<{ isRight: boolean; isCurrent: boolean }> {
  const read = stored === null ? undefined : parse(stored)
  const root = read && rootOf(env, read.keyId)
  const isKnown = read !== undefined && root !== undefined
  const { hash: expected, ...options } = isKnown ? read : NO_HASH
  const hash = await compute(env, root ?? config(env), password, options)
  const isSame = hash.length === expected.length && timingSafeEqual(hash, expected)
  const isCurrent =
    (root ?? config(env)) === config(env) &&
    options.m === parameters.m &&
    options.t === parameters.t &&
    options.p === parameters.p
  return { isRight: isKnown && isSame, isCurrent }
}

const NO_HASH = {
  ...parameters,
  salt: new Uint8Array(SALT_BYTES),
  hash: new Uint8Array(HASH_BYTES),
}

/** The peppered password is ASCII of fixed length: the module counts characters, not bytes. */
async function compute(
  env: Env,
  root: Root,
  password: string,
  { m, t, p, salt }: Pick<Hashed, 'm' | 't' | 'p' | 'salt'>,
): Promise<Uint8Array> {
  const peppered = keyedHash(root, 'password', password.normalize('NFC'))
  await turn(env)
  const startedAt = Date.now()
  argon2 ??= new Argon2(new WebAssembly.Instance(argon2Module))
  const { hash } = argon2.hash(peppered, {
    salt,
    hashLength: HASH_BYTES,
    memoryCost: m,
    timeCost: t,
    parallelism: p,
    type: Argon2Type.Argon2id,
    version: Argon2Version.Version13,
  })
  await scheduler.wait(0)
  const lastMs = Math.min(Math.max(Date.now() - startedAt, 10), 100)
  hashMs = (2 * hashMs + lastMs) / 3
  return hash
}

/**
 * Waits for a turn in the isolate's queue. Hashing blocks the isolate and its clock. The queue is only a timestamp: a
 * request cannot await another's promise, and a cancelled one would never decrement a counter.
 */
async function turn(env: Env): Promise<void> {
  const spacing = hashMs / MAX_BUSY_SHARE
  const at = Math.max(Date.now(), nextAt)
  const ahead = Math.ceil((at - Date.now()) / spacing)
  if (ahead >= config(env).limits.passwordHashesQueued)
    throw new ServiceError('databaseConnectionFailed', { retryAfter: 1 })
  nextAt = at + spacing
  await scheduler.wait(at - Date.now())
}

/** `undefined` when the hash names neither the current pepper nor the previous one. */
const rootOf = (env: Env, keyId: string): Root | undefined =>
  roots(config(env)).find((root) => pepperId(root) === keyId)

/** Identifies the pepper without revealing it. */
const pepperId = (root: Root): string =>
  base64(createHash('sha256').update(purposeBytes(root, 'password')).digest().subarray(0, 6))

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll('=', '')

function format({ m, t, p, keyId, salt, hash }: Hashed): string {
  return `$argon2id$v=19$m=${m},t=${t},p=${p},keyid=${keyId}$${base64(salt)}$${base64(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+),keyid=([\w+/]+)\$([\w+/]+)\$([\w+/]+)$/

function parse(phc: string): Hashed | undefined {
  const [found, m, t, p, keyId = '', ...parts] = PHC.exec(phc) ?? []
  if (!found) return undefined
  const [salt, hash] = parts.map((part) => Buffer.from(part, 'base64'))
  return { m: Number(m), t: Number(t), p: Number(p), keyId, salt: salt!, hash: hash! }
}
