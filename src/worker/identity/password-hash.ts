import Argon2, { Argon2Type, Argon2Version } from '@phi-ag/argon2'
import argon2Module from '@phi-ag/argon2/argon2.wasm'
import { timingSafeEqual } from 'node:crypto'
import { config } from '../config/config.ts'
import { ServiceError } from '../http/service.ts'
import { base64Url, fromBase64Url } from '../db/id.ts'
import { keyedHash, purposeBytes, roots, type Root } from '../keys/keyed-hash.ts'

/** argon2id as OWASP advises it; `m` in KiB. */
const parameters = { m: 19_456, t: 2, p: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32
/** The share of an isolate's time that hashing may take, so that other requests find room between two. */
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
/** Moving average of the time that a hash blocks this isolate, milliseconds. */
let hashMs = 25

/**
 * The PHC string to store: `$argon2id$v=19$m=19456,t=2,p=1,keyid=…$salt$hash`. The key id names the pepper.
 * @throws ServiceError databaseConnectionFailed with `retryAfter` when too many hashes wait in this isolate already
 */
export async function hashPassword(env: Env, password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const hash = await compute(env, config(env), password, { ...parameters, salt })
  return format({ ...parameters, keyId: await pepperId(config(env)), salt, hash })
}

/**
 * Takes the same time whether there is a stored hash or not: without one it hashes with a fixed salt.
 * @param stored a PHC string, or `null` for an unknown address and for people without a password
 * @returns `isCurrent` is false when the hash should be renewed with the present parameters or pepper
 * @throws ServiceError databaseConnectionFailed with `retryAfter` when too many hashes wait in this isolate already
 */
export async function verifyPassword(
  env: Env,
  password: string,
  stored: string | null,
): Promise<{ isRight: boolean; isCurrent: boolean }> {
  const read = stored === null ? undefined : parse(stored)
  const root = read && (await rootOf(env, read.keyId))
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

/** The password enters peppered, as ASCII of fixed length, because the module counts characters and not bytes. */
async function compute(
  env: Env,
  root: Root,
  password: string,
  { m, t, p, salt }: Pick<Hashed, 'm' | 't' | 'p' | 'salt'>,
): Promise<Uint8Array> {
  const peppered = await keyedHash(root, 'password', password.normalize('NFC'))
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
 * Waits for a turn in the queue. Hashing stops the isolate, and its clock, which goes on only after some waiting; the
 * queue is a point in time and nothing else, because a request may neither wait on another one's promise nor be
 * relied on to leave a counter when its client goes away.
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

/** The root whose pepper a stored hash names; `undefined` when it is neither today's nor the one before. */
async function rootOf(env: Env, keyId: string): Promise<Root | undefined> {
  for (const root of roots(config(env))) if ((await pepperId(root)) === keyId) return root
  return undefined
}

/** Names the pepper without revealing it. */
async function pepperId(root: Root): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await purposeBytes(root, 'password'))
  return base64(new Uint8Array(digest).subarray(0, 6))
}

/** Base64 without padding, as PHC strings have it. */
function base64(bytes: Uint8Array): string {
  return base64Url(bytes).replaceAll('-', '+').replaceAll('_', '/')
}

function fromBase64(text: string): Uint8Array | undefined {
  return fromBase64Url(text.replaceAll('+', '-').replaceAll('/', '_'))
}

function format({ m, t, p, keyId, salt, hash }: Hashed): string {
  return `$argon2id$v=19$m=${m},t=${t},p=${p},keyid=${keyId}$${base64(salt)}$${base64(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+),keyid=([\w+/]+)\$([\w+/]+)\$([\w+/]+)$/

function parse(phc: string): Hashed | undefined {
  const [, m, t, p, keyId = '', salt = '', hash = ''] = PHC.exec(phc) ?? []
  const bytes = { salt: fromBase64(salt), hash: fromBase64(hash) }
  if (!bytes.salt?.length || !bytes.hash?.length) return undefined
  return { m: Number(m), t: Number(t), p: Number(p), keyId, salt: bytes.salt, hash: bytes.hash }
}
