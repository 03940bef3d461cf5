import { DAY_MS } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import { deviceNames } from '../../domain/user.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { batch } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { ServiceContext } from '../http/service.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { sha256 } from '../keys/keyed-hash.ts'
import { mailKinds, type MailMessage } from '../mail/render.ts'
import { logNotStored, queueMail } from '../mail/queue.ts'
import type { SignIn } from './sign-in.ts'

interface SecurityMail extends Pick<MailMessage, 'userId' | 'newEmail'> {
  kind:
    | 'newBrowser'
    | 'passwordChanged'
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'sessionEnded'
    | 'emailChanged'
    | 'accountDeleted'
  details?: (language: Language) => string[]
  /** By default the user's present address. */
  owner?: MailOwner
  /** By default one that is stored with the mail; home after the account. */
  link?: string
}

export interface MailOwner {
  email: string
  language: Language
}

const OWNER = 'SELECT email, language FROM user WHERE id = ?1'

/** Notifies an account's owner of a security change, after the response. */
export function sendSecurityMail(
  c: ServiceContext,
  { owner, details, ...mail }: SecurityMail,
): void {
  const queue = async () => {
    const stored = c.env.DB.prepare(OWNER).bind(mail.userId ?? null)
    const found = owner ?? (await stored.first<MailOwner>())
    if (!found) return
    const { email: to, language } = found
    const link = mail.link ?? (await storedLink(c, to, mail.userId))
    const message = { ...mail, to, language, link, details: details?.(language) }
    await queueMail(c.env, c.executionCtx, message)
  }
  c.executionCtx.waitUntil(queue().catch(logNotStored(c.env, mail)))
}

const STORE = `
  INSERT INTO security_link (token_hash, user_id, email, expires_at)
  SELECT ?1, id, ?3, ?4 FROM user WHERE id = ?2`

/** A link that secures the account; the statement makes it valid. @param where SQL, of a row of `user` */
export function securityLink(c: ServiceContext, userId: string, email: string, where = 'TRUE') {
  const token = newId()
  return {
    link: `${publicOrigin(c.env, c.req.url)}/secure_account?token=${token}`,
    statement: c.env.DB.prepare(`${STORE} AND ${where}`).bind(
      sha256(token),
      userId,
      email,
      now(c.env) + mailKinds.emailChanged.lifetimeMs,
    ),
  }
}

async function storedLink(c: ServiceContext, email: string, userId?: string): Promise<string> {
  if (!userId) return `${publicOrigin(c.env, c.req.url)}/`
  const { link, statement } = securityLink(c, userId, email)
  await statement.run()
  return link
}

const NOTE_BROWSER = `
  INSERT INTO known_browser (user_id, browser_hash, seen_at) VALUES (?1, ?2, ?3)
  ON CONFLICT DO NOTHING RETURNING user_id`
const COUNT = `
  SELECT count(*) AS known, sum(seen_at > ?2) AS today FROM known_browser WHERE user_id = ?1`
const DROP_OLDEST = `
  DELETE FROM known_browser WHERE user_id = ?1 AND browser_hash IN (
    SELECT browser_hash FROM known_browser WHERE user_id = ?1 ORDER BY seen_at DESC LIMIT -1 OFFSET ?2)`

const MAX_BROWSERS = 100
/** More in a day are not mailed. */
const MAX_NEW_A_DAY = 5

/**
 * Mails the owner about a sign-in from a browser that is new to the account and not its first. A client without the
 * cookie is known by its user agent: otherwise a thief would leave the cookie out.
 */
export function noteBrowser(c: ServiceContext, userId: string, signIn: SignIn) {
  const kind = 'newBrowser'
  const { DB } = c.env
  const nowMs = now(c.env)
  const device = deviceNames.find((name) => name === c.req.header('DeviceName')) ?? 'unknown'
  const note = async () => {
    const hash = signIn.browserHash ?? sha256(`agent ${c.req.header('User-Agent') ?? ''}`)
    const isNew = await DB.prepare(NOTE_BROWSER).bind(userId, hash, nowMs).first()
    if (!isNew) return
    const { counts } = await batch<{ counts: { known: number; today: number } }>(DB, {
      counts: DB.prepare(COUNT).bind(userId, nowMs - DAY_MS),
      dropped: DB.prepare(DROP_OLDEST).bind(userId, MAX_BROWSERS),
    })
    const { known, today } = counts.results[0]!
    if (known === 1 || today > MAX_NEW_A_DAY) return
    const details = (language: Language) => {
      const t = translator(language)
      const time = `${formatDate(t, 'theme_date', nowMs)} ${formatDate(t, 'amPmHhMm', nowMs)}`
      return [`${t(`sessions.device.${device}`)}\n${time}`]
    }
    sendSecurityMail(c, { kind, userId, details })
  }
  c.executionCtx.waitUntil(note().catch(logNotStored(c.env, { kind })))
}
