import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { emailKey } from '../../domain/email.ts'
import type { ServiceBindings } from '../http/service.ts'
import type { RenderedMail } from '../mail/message.ts'
import { unseal } from '../keys/seal.ts'
import { config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { styleSources } from '../http/csp-hash.ts'
import { localize } from '../pages/locale.ts'
import { outboxPage } from './outbox-page.ts'

/** The newest mails shown; with a filter, the newest looked through. */
const SHOWN = 50
const SEARCHED = 1000

export interface OutboxMail extends RenderedMail {
  /** Epoch milliseconds. */
  createdAt: number
  isSent: boolean
}

interface MailRow {
  id: string
  sealed: string
  created_at: number
  sent_at: number | null
}

const NEWEST = `SELECT id, sealed, created_at, sent_at FROM mail WHERE sealed <> '' ORDER BY created_at DESC LIMIT ?`

/** The mails that are kept or waiting, newest first; `?to=` compares addresses as accounts do. */
async function readOutbox(c: Context<ServiceBindings>): Promise<OutboxMail[]> {
  const to = c.req.query('to')
  const { results } = await c.env.DB.prepare(NEWEST)
    .bind(to ? SEARCHED : SHOWN)
    .all<MailRow>()
  const mails: OutboxMail[] = []
  for (const row of results) {
    const mail = await unseal<RenderedMail>(c.env, 'mail', row.id, row.sealed)
    if (!mail || (to && emailKey(mail.to) !== emailKey(to))) continue
    mails.push({ ...mail, createdAt: row.created_at, isSent: row.sent_at !== null })
    if (mails.length === SHOWN) break
  }
  return mails
}

const FORWARDING_HEADERS = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'Via']

/**
 * Admits requests of this machine where `DEVELOPMENT` is `on`; otherwise 404. The mails hold everybody's codes, so a
 * page that rebinds its name to 127.0.0.1 and a proxy in front get nothing.
 */
const onlyFromThisMachine = createMiddleware<ServiceBindings>(async (c, next) => {
  const isForwarded = FORWARDING_HEADERS.some((name) => c.req.header(name) !== undefined)
  const isLocal = isLoopback(new URL(c.req.url).hostname) && !isForwarded
  if (!config(c.env).isDevelopment || !isLocal) return c.notFound()
  await next()
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  return undefined
})

/** `/dev/outbox` and `/dev/outbox.json`: what would have been sent. Only where `DEVELOPMENT` is `on`. */
export const outboxRoutes = new Hono<ServiceBindings>({ strict: false })
  .use('/outbox*', onlyFromThisMachine)
  .get('/outbox.json', async (c) => {
    const mails = await readOutbox(c)
    return c.json(
      mails.map(({ to, subject, text, html, createdAt, kind }) => ({
        to,
        subject,
        text,
        html,
        createdAt,
        kind,
      })),
    )
  })
  .get('/outbox', async (c) => {
    const mails = await readOutbox(c)
    const { language } = localize('/', c.req.header('Cookie') ?? null)
    const page = outboxPage(language, mails, c.req.query('to'))
    // The mails' frames inherit this policy, so it names their styles too.
    const styles = await styleSources([page, ...mails.map((mail) => mail.html)])
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src ${styles}; base-uri 'none'; form-action 'none'`,
    )
    return c.html(page)
  })
