import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { html, raw } from 'hono/html'
import { emailKey } from '../../domain/email.ts'
import type { Language } from '../../domain/language.ts'
import { languageTag, translator } from '../../i18n/server.ts'
import { config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import type { ServiceBindings, ServiceContext } from '../http/service.ts'
import { unseal } from '../keys/seal.ts'
import type { RenderedMail } from '../mail/render.ts'
import { localize } from '../pages/locale.ts'

const REFRESH_S = 4

const css = `:root { color-scheme: light dark; font: 1rem/1.7 system-ui, sans-serif; background: light-dark(#fbfaf5, #15170f); color: light-dark(#23251c, #ecebdf) }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.375rem; margin: 0 }
h2 { font-size: 1.125rem; margin: 0 }
p, dl { margin: 0 }
a { color: light-dark(#2c5a86, #8fbbe3) }
.quiet { color: light-dark(#4e5143, #b9baa8); font-size: 0.875rem }
article { margin-top: 2rem }
header { margin-bottom: 0.75rem; overflow-wrap: anywhere }
iframe { width: 100%; height: 36rem; border: 1px solid light-dark(#dedbcb, #34382a); border-radius: 0.75rem; background: light-dark(#fff, #15170f) }
summary { cursor: pointer }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0.5rem 0 0; padding: 1rem; border-radius: 0.75rem; background: light-dark(#f2f0e6, #0f110a) }`

/** Renders the outbox; each mail is in a sandboxed frame. */
function outboxPage(language: Language, mails: OutboxMail[], to: string | undefined): string {
  const t = translator(language)
  const time = new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Asia/Tokyo',
  })
  const articles = mails.map(
    (mail) =>
      html`<article>
        <header>
          <h2>${mail.subject}</h2>
          <p class="quiet">
            ${t('site.labelled', { label: t('outbox.to') })}
            <a href="?to=${encodeURIComponent(mail.to)}">${mail.to}</a>
          </p>
          <p class="quiet">
            <time datetime="${new Date(mail.createdAt).toISOString()}"
              >${time.format(mail.createdAt)}</time
            >
            ${mail.isSent ? '' : t('outbox.waiting')}
          </p>
        </header>
        <iframe sandbox="" title="${mail.subject}" srcdoc="${mail.html}"></iframe>
        <details>
          <summary class="quiet">${t('outbox.textPart')}</summary>
          <pre lang="${mail.language}">${mail.text}</pre>
        </details>
      </article>`,
  )
  return String(
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta http-equiv="refresh" content="${REFRESH_S}" />
          <meta name="robots" content="noindex" />
          <title>${t('outbox.title')}</title>
          ${raw(`<style>${css}</style>`)}
        </head>
        <body>
          <h1>${t('outbox.title')}</h1>
          <p class="quiet">${t('outbox.about')}</p>
          ${to ? html`<p><a href="?">${t('outbox.all')}</a></p>` : ''}
          ${mails.length > 0 ? articles : html`<p>${t('outbox.empty')}</p>`}
        </body>
      </html> `,
  )
}

/** Newest mails shown; with a filter, newest mails searched. */
const SHOWN = 50
const SEARCHED = 1000

interface OutboxMail extends RenderedMail {
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

/** Waiting and kept mails, newest first; `?to=` compares addresses as accounts do. */
async function readOutbox(c: ServiceContext): Promise<OutboxMail[]> {
  const to = c.req.query('to')
  const { results } = await c.env.DB.prepare(NEWEST)
    .bind(to ? SEARCHED : SHOWN)
    .all<MailRow>()
  const mails: OutboxMail[] = []
  for (const row of results) {
    const mail = unseal<RenderedMail>(c.env, 'mail', row.id, row.sealed)
    if (!mail || (to && emailKey(mail.to) !== emailKey(to))) continue
    mails.push({ ...mail, createdAt: row.created_at, isSent: row.sent_at !== null })
    if (mails.length === SHOWN) break
  }
  return mails
}

const FORWARDING_HEADERS = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'Via']

/** Mails contain codes, so proxies and DNS rebinding to 127.0.0.1 are refused with 404. */
const onlyFromThisMachine = createMiddleware<ServiceBindings>(async (c, next) => {
  const isForwarded = FORWARDING_HEADERS.some((name) => c.req.header(name) !== undefined)
  const isLocal = isLoopback(new URL(c.req.url).hostname) && !isForwarded
  if (!config(c.env).isDevelopment || !isLocal) return c.notFound()
  await next()
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  return undefined
})

export const outboxRoutes = new Hono<ServiceBindings>({ strict: false })
  .use('/outbox*', onlyFromThisMachine)
  .get('/outbox.json', async (c) => c.json(await readOutbox(c)))
  .get('/outbox', async (c) => {
    const mails = await readOutbox(c)
    const { language } = localize('/', c.req.header('Cookie') ?? null)
    const page = outboxPage(language, mails, c.req.query('to'))
    // The mails' frames inherit this policy.
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return c.html(page)
  })
