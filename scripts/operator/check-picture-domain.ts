import { EDGE_TTL_S, INERT } from '../../src/worker/http/file-headers.ts'
import { CommandError, type Execute } from './database.ts'

/** States of a response that Cloudflare's cache may keep; `DYNAMIC` and `BYPASS` read R2 each time. */
const CACHED = ['HIT', 'MISS', 'EXPIRED', 'REVALIDATED', 'UPDATING', 'STALE']
/** A picture that was stored while `PICTURE_ORIGIN` was set. */
const ONE = `SELECT id FROM picture WHERE id GLOB '*.jpg' OR id GLOB '*.png' LIMIT 1`

/**
 * Asks the bucket's own domain for a picture.
 * @param origin `PICTURE_ORIGIN`
 * @returns what is wrong with the response; nothing while there is no picture
 * @throws CommandError when the domain does not respond
 */
export async function pictureDomainFaults(execute: Execute, origin: string): Promise<string[]> {
  const [picture] = await execute<{ id: string }>(ONE)
  if (!picture) return []
  const url = `${origin}/${picture.id}`
  const response = await fetch(url, { redirect: 'manual' }).catch(() => {
    throw new CommandError(`${origin} does not respond.`)
  })
  await response.body?.cancel()
  const header = (name: string) => response.headers.get(name) ?? ''
  if (response.status !== 200) return [`${url} is ${response.status}`]
  return [
    ...(/^image\/(?:jpeg|png)$/.test(header('Content-Type')) ? [] : ['Content-Type']),
    ...(header('Cache-Control').includes(`s-maxage=${EDGE_TTL_S}`) ? [] : ['Cache-Control']),
    ...(header('X-Content-Type-Options') === 'nosniff' ? [] : ['X-Content-Type-Options']),
    ...(header('Content-Security-Policy') === INERT ? [] : ['Content-Security-Policy']),
    ...(header('X-Robots-Tag').includes('noindex') ? [] : ['X-Robots-Tag']),
    ...(CACHED.includes(header('CF-Cache-Status')) ? [] : ['CF-Cache-Status']),
  ]
}
