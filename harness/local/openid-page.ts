import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { FIRST_LANGUAGE, isLanguage, type Language } from '../../src/domain/language.ts'
import { translator } from '../../src/i18n/server.ts'

export interface Person {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

export function person(email: string, name: string): Person {
  const sub = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)
  return { sub, email, email_verified: true, name }
}

/** Invented people; one has an address in the form that Japanese carriers once allowed. */
export const people: Person[] = [
  person('misaki.sato@example.com', '佐藤 美咲'),
  person('ken.tanaka@example.com', '田中 健'),
  person('yuki..mori@mobile.example', '森 由紀'),
  person('emma.lindqvist@example.org', 'Emma Lindqvist'),
]

const css = `:root { color-scheme: light dark; font: 1rem/1.7 system-ui, sans-serif; background: light-dark(#fbfaf5, #15170f); color: light-dark(#23251c, #ecebdf) }
body { max-width: 24rem; margin: 0 auto; padding: 2.5rem 1.5rem }
h1 { font-size: 1.375rem; margin: 0 0 0.5rem }
h2 { font-size: 1rem; margin: 2rem 0 0.5rem }
p { margin: 0 0 1.5rem; color: light-dark(#4e5143, #b9baa8); font-size: 0.875rem }
label { display: block; margin-bottom: 0.75rem; font-size: 0.875rem }
input { display: block; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 0.75rem; font: inherit; font-size: 1rem; color: inherit; background: light-dark(#fff, #1e2117); border: 1px solid light-dark(#86897a, #777a68); border-radius: 0.375rem }
button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: light-dark(#fff, #1e2117); border: 1px solid light-dark(#86897a, #777a68); border-radius: 0.375rem; cursor: pointer; overflow-wrap: anywhere }
.person { margin-bottom: 0.5rem; text-align: start }
.person span { display: block; color: light-dark(#4e5143, #b9baa8); font-size: 0.875rem }
.continue { color: light-dark(#fff, #15170f); background: light-dark(#5c6b1e, #b9c878); border-color: transparent }
.cancel { margin-top: 1.5rem; background: none; border-color: transparent; text-decoration: underline }`

/** No `form-action`: forms redirect to the client app. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

export function requestedLanguage(uiLocales: unknown): Language {
  return (
    String(uiLocales ?? '')
      .split(' ')
      .find(isLanguage) ?? FIRST_LANGUAGE
  )
}

function document(language: Language, title: string, body: unknown): string {
  return String(
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          ${raw(`<style>${css}</style>`)}
        </head>
        <body>
          ${body}
        </body>
      </html> `,
  )
}

/** Account chooser; every button submits to the page's own URL. */
export function accountPage(language: Language, people: Person[]): string {
  const t = translator(language)
  return document(
    language,
    t('developmentProvider.title'),
    html`<h1>${t('developmentProvider.title')}</h1>
      <p>${t('developmentProvider.about')}</p>
      <form method="post">
        ${people.map(({ email, name }) => html`<button class="person" name="person" value="${email}">${name}<span>${email}</span></button> `)}
      </form>
      <form method="post">
        <h2>${t('developmentProvider.other')}</h2>
        <label
          >${t('developmentProvider.email')}<input
            name="email"
            type="text"
            inputmode="email"
            autocomplete="off"
            required
        /></label>
        <label
          >${t('developmentProvider.name')}<input name="name" autocomplete="off" required
        /></label>
        <button class="continue">${t('developmentProvider.continue')}</button>
      </form>
      <form method="post">
        <button class="cancel" name="cancel" value="yes">${t('developmentProvider.cancel')}</button>
      </form>`,
  )
}

export function failurePage(language: Language): string {
  const t = translator(language)
  return document(
    language,
    t('developmentProvider.failedTitle'),
    html`<h1>${t('developmentProvider.failedTitle')}</h1>
      <p>${t('developmentProvider.failed')}</p>`,
  )
}
