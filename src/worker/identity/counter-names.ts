import { config } from '../config/config.ts'
import { keyedHash } from '../keys/keyed-hash.ts'

/**
 * The name under which a connection is counted, without the address itself: `signIn:ip:<keyed hash>`. Addresses of
 * IPv6 count by their /64, which one household or server commands as a whole.
 */
export async function networkCounter(env: Env, headers: Headers, what: string): Promise<string> {
  const address = headers.get('CF-Connecting-IP') ?? 'unknown'
  return `${what}:ip:${await keyedHash(config(env), 'counter', networkOf(address))}`
}

/** Counters of an email address; deleting an account deletes them. */
const countedForEmail = [
  'signIn',
  'send',
  'send1',
  'send2',
  'send3',
  'sendLink',
  'sendReport',
  'guess',
  'decoy',
  'decoyFailure',
] as const

/** The name under which an email address is counted; `emailKey` is its unique form. */
export async function emailCounter(
  env: Env,
  emailKey: string,
  what: (typeof countedForEmail)[number],
): Promise<string> {
  return `${what}:email:${await keyedHash(config(env), 'counter', emailKey)}`
}

/** Every name under which an address may be counted. */
export function emailCounters(env: Env, emailKey: string): Promise<string[]> {
  return Promise.all(countedForEmail.map((what) => emailCounter(env, emailKey, what)))
}

/** IPv4 as it is, IPv4 in IPv6 as IPv4, IPv6 as its first four groups. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return (
    groups
      .slice(0, 4)
      .map((group) => Number.parseInt(group, 16).toString(16))
      .join(':') + '::/64'
  )
}
