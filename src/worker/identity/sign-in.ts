import { randomBytes } from 'node:crypto'
import { getCookie } from 'hono/cookie'
import { deviceHeaderNames } from '../../contract/fields.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts'
import { languageOf, type Language } from '../../domain/language.ts'
import { config } from '../config/config.ts'
import type { ServiceContext } from '../http/service.ts'
import { isSecure, keepCookie } from '../http/site-origin.ts'
import { errorName, log } from '../logging/log.ts'
import { sha256 } from '../keys/keyed-hash.ts'
import { countAttempt, emailCounter, networkCounter } from './rate-limit.ts'

const MAX_CHARACTERS = 256
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

export function isDeviceValue(text: string): boolean {
  return text.length <= MAX_CHARACTERS && PRINTABLE_ASCII.test(text)
}

export interface SignIn {
  /** Values of `deviceHeaderNames`, `null` when absent or invalid. */
  device: (string | null)[]
  /** `KeepSignedIn: 0` limits the session to twelve hours. */
  isPersistent: boolean
  /** `AdmitSuspended: 1` lets a suspended account sign in. */
  admitsSuspended: boolean
  /** Hash of the browser's cookie; `null` for clients other than the site's own pages. */
  browserHash: string | null
}

export function signInOf(c: ServiceContext): SignIn {
  const { headers } = c.req.raw
  const device = deviceHeaderNames.map((name) => {
    const value = headers.get(name)
    return value !== null && isDeviceValue(value) ? value : null
  })
  return {
    device,
    isPersistent: headers.get('KeepSignedIn') !== '0',
    admitsSuspended: headers.get('AdmitSuspended') === '1',
    browserHash: boundBrowser(c),
  }
}

/** The longest lifetime that browsers grant. */
const BROWSER_COOKIE_MS = 400 * DAY_MS

/** Browsers accept the `__Host-` prefix over https only. */
const browserCookie = (c: ServiceContext): string =>
  isSecure(c.env, c.req.url) ? '__Host-Browser' : 'Browser'

/**
 * Keeps the browser's cookie, or sets a new one of 256 random bits.
 * @returns its hash; `null` for clients other than the site's own pages
 */
export function boundBrowser(c: ServiceContext): string | null {
  if (c.req.header('Sec-Fetch-Site') !== 'same-origin') return null
  const name = browserCookie(c)
  const value = getCookie(c, name) || randomBytes(32).toString('base64url')
  keepCookie(c, name, value, { path: '/', maxAge: BROWSER_COOKIE_MS / 1000, sameSite: 'Strict' })
  return sha256(value)
}

/** SHA-256 of the browser's cookie, which binds its sessions (`docs/product.md#tokens`). */
export function browserHashOf(c: ServiceContext): string | null {
  const value = getCookie(c, browserCookie(c))
  return value ? sha256(value) : null
}

const STORE_LANGUAGE = [
  'UPDATE user SET language = ?2 WHERE id = ?1 AND language <> ?2',
  'UPDATE reminder SET language = ?2 WHERE user_id = ?1 AND language <> ?2',
]

/**
 * Stores the language of the `Language` cookie for mails (`docs/product.md#languages`); a failure is only logged.
 * @param known the account's, if it was read
 */
export async function storeLanguage(c: ServiceContext, userId: string, known?: Language) {
  const cookie = getCookie(c, 'Language')
  const language = languageOf(cookie)
  // Clients other than the site's own pages have no cookie.
  if (!cookie || language === known) return
  const { env } = c
  await env.DB.batch(STORE_LANGUAGE.map((sql) => env.DB.prepare(sql).bind(userId, language))).catch(
    (error) => log(env, 'warn', 'language-not-stored', { error: errorName(error) }),
  )
}

const QUARTER_HOUR_MS = 15 * MINUTE_MS
const FORGIVE = 'UPDATE attempt_counter SET count = count - 1 WHERE name IN (?1, ?2) AND count > 0'

/**
 * Counts a failed sign-in in advance, so that at most ten concurrent attempts are tried. Counts by connection and by
 * address; an attempt refused here does not count.
 * @returns a function that refunds the count; call it unless the password was wrong
 * @throws ServiceError tooManyAttempts
 */
export async function expectFailure(
  env: Env,
  headers: Headers,
  emailKey: string,
): Promise<() => Promise<void>> {
  const names = [networkCounter(env, headers, 'signIn'), emailCounter(env, emailKey, 'signIn')]
  const forgive = async (counted = names) => {
    await env.DB.prepare(FORGIVE)
      .bind(counted[0], counted[1] ?? '')
      .run()
  }
  const most = config(env).limits.signInFailuresPerQuarterHour
  for (const [index, name] of names.entries()) {
    await countAttempt(env, name, most, QUARTER_HOUR_MS).catch(async (error) => {
      await forgive(names.slice(0, index + 1))
      throw error
    })
  }
  return () => forgive()
}

/** For an owner who has confirmed the address by mail. */
export function clearFailures(env: Env, emailKey: string): D1PreparedStatement {
  const name = emailCounter(env, emailKey, 'signIn')
  return env.DB.prepare('DELETE FROM attempt_counter WHERE name = ?1').bind(name)
}
