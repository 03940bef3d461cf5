import { html, raw } from 'hono/html'
import type { Language } from '../../domain/language.ts'
import { languageTag, translator } from '../../i18n/server.ts'
import type { OutboxMail } from './outbox-routes.ts'

/** Time between two looks. */
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

/** The outbox as a document: each mail as its reader sees it, in a frame that can do nothing. */
export function outboxPage(
  language: Language,
  mails: OutboxMail[],
  to: string | undefined,
): string {
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
