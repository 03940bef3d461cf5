import { html, raw } from 'hono/html'
import type { Language } from '../../domain/language.ts'
import type { MailParts } from './render.ts'

/** Mail clients without style sheets show the light colours of the style attributes. */
const darkColours = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #15170f !important; color: #ecebdf !important }
  .card { background: #1e2117 !important; border-color: #34382a !important }
  .code { background: #2a301a !important; color: #ecebdf !important }
  .quiet { color: #b9baa8 !important }
  .action { background: #b9c878 !important; color: #15170f !important }
}`

/** Font names are unquoted, so that an attribute needs no escaping. */
const typography = {
  japanese:
    'word-break: auto-phrase; line-break: strict; font-family: system-ui, Hiragino Sans, Yu Gothic UI, Meiryo, Noto Sans JP, sans-serif',
  latin: 'font-family: system-ui, Segoe UI, Roboto, Helvetica, Arial, sans-serif',
}

/** The day's question has the typeface of its page. */
const serif = {
  japanese: 'Hiragino Mincho ProN, Yu Mincho, Noto Serif JP, Noto Serif CJK JP, serif',
  latin: 'Iowan Old Style, Palatino Linotype, Palatino, Georgia, serif',
}

const style = {
  page: 'margin: 0; padding: 24px 12px; background: #f2f0e6; color: #23251c; font-size: 16px; line-height: 1.75; text-wrap: pretty',
  card: 'max-width: 480px; margin: 0 auto; padding: 28px 24px 16px; background: #ffffff; border: 1px solid #dedbcb; border-radius: 12px',
  sender: 'margin: 0 0 20px; font-size: 14px; letter-spacing: 0.08em; color: #4e5143',
  heading:
    'margin: 0 0 12px; font-size: 20px; line-height: 1.5; font-weight: 600; text-wrap: balance',
  paragraph: 'margin: 0 0 20px',
  question:
    'margin: 0 0 20px; font-size: 22px; line-height: 1.6; font-weight: 500; text-wrap: balance',
  code: 'margin: 0 0 20px; padding: 16px 0 16px 0.28em; border-radius: 8px; background: #eef1dc; color: #23251c; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 36px; line-height: 1.3; letter-spacing: 0.28em; text-align: center',
  digits: '-webkit-user-select: all; user-select: all',
  actionLine: 'margin: 0 0 20px; text-align: center',
  action:
    'display: inline-block; padding: 10px 28px; border-radius: 8px; background: #5c6b1e; color: #ffffff; font-weight: 600; text-decoration: none',
  quiet: 'margin: 0 0 12px; font-size: 14px; color: #4e5143',
  address:
    'margin: 0 0 20px; font-size: 13px; line-height: 1.5; color: #4e5143; word-break: break-all',
  footer:
    'max-width: 480px; margin: 16px auto 0; font-size: 13px; text-wrap: balance; text-align: center; color: #4e5143',
}

/** Prevents a line break at the reference number's hyphen. */
function withReference(text: string, reference: string | undefined) {
  if (!reference) return text
  const number = html`<span style="white-space: nowrap">${reference}</span>`
  return text.split(reference).flatMap((part, index) => (index ? [number, part] : [part]))
}

export function mailHtml(language: Language, subject: string, parts: MailParts): string {
  // The digits are an element, so that selecting them takes nothing else.
  const code = parts.code
    ? html`<p class="code" style="${style.code}">
        <span style="${style.digits}">${parts.code}</span>
      </p>`
    : ''
  const link = parts.link
    ? html`<p style="${style.actionLine}">
          <a class="action" href="${parts.link.address}" style="${style.action}"
            >${parts.link.action}</a
          >
        </p>
        <p class="quiet" style="${style.quiet}">${parts.link.fallback}</p>
        <p class="quiet" style="${style.address}">${parts.link.address}</p>`
    : ''
  const typeface = language === 'ja' ? 'japanese' : 'latin'
  const detail = parts.isQuestion
    ? `${style.question}; font-family: ${serif[typeface]}`
    : `${style.paragraph}; white-space: pre-line`
  const details = parts.details.map((words) => html`<p style="${detail}">${words}</p>`)
  const lifetime = parts.lifetime ? html`<p style="${style.paragraph}">${parts.lifetime}</p>` : ''
  const unrequested = parts.isLinkForUnrequested
    ? html`<p style="${style.paragraph}">${parts.unrequested}</p>`
    : html`<p class="quiet" style="${style.quiet}">${parts.unrequested}</p>`
  const unsubscribe = parts.unsubscribe
    ? html`<p class="quiet" style="${style.footer}">
        <a class="quiet" href="${parts.unsubscribe.address}" style="color: #4e5143"
          >${parts.unsubscribe.action}</a
        >
      </p>`
    : ''
  return String(
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <meta name="format-detection" content="telephone=no" />
          <title>${subject}</title>
          ${raw(`<style>${darkColours}</style>`)}
        </head>
        <body class="page" style="${`${style.page}; ${typography[typeface]}`}">
          <div class="card" style="${style.card}">
            <p class="quiet" style="${style.sender}">${parts.sender}</p>
            <h1 style="${style.heading}">${parts.heading}</h1>
            <p style="${style.paragraph}">${withReference(parts.purpose, parts.reference)}</p>
            ${details}
            ${parts.isLinkForUnrequested ? [unrequested, link, lifetime] : [code, link, lifetime, unrequested]}
          </div>
          <p class="quiet" style="${style.footer}">${parts.footer}</p>
          ${unsubscribe}
        </body>
      </html> `,
  )
}
