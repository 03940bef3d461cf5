import { html, raw } from 'hono/html'
import { translator } from '../../../i18n/server.ts'
import type { ServiceContext } from '../../http/service.ts'
import { cspHash } from '../../http/csp-hash.ts'
import { localize } from '../../pages/locale.ts'

export interface SocialResult {
  mode: 'login' | 'register'
  attempt: string
  idToken?: string
  error?: 'configuration' | 'denied' | 'provider' | 'state'
}

/** Providers may cut `window.opener`, so the result goes over a channel; repeated, as the opener may reload. */
const script = `
const result = JSON.parse(document.body.dataset.result)
const channel = new BroadcastChannel('social-sign-in')
const send = () => channel.postMessage(result)
channel.onmessage = ({ data }) => data.taken === result.attempt && close()
send()
setInterval(send, 250)
setTimeout(close, 30_000)
`

const css = `:root { color-scheme: light dark; font: 1rem/1.75 system-ui, sans-serif; background: light-dark(#fbfaf5, #15170f); color: light-dark(#23251c, #ecebdf) }
body { max-width: 24rem; margin: 20vh auto; padding: 0 1.5rem; text-align: center }`

export async function popupPage(c: ServiceContext, result: SocialResult): Promise<Response> {
  const { language } = localize('/', c.req.header('Cookie') ?? null)
  const t = translator(language)
  const sources = `script-src ${await cspHash(script)}; style-src ${await cspHash(css)}`
  c.header('Content-Security-Policy', `default-src 'none'; ${sources}; form-action 'none'`)
  // Any other value would cut the popup off from its opener on return from the provider.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
  return c.html(
    String(
      html`<!doctype html>
        <html lang="${language}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <meta name="robots" content="noindex" />
            <title>${t('socialWindow.title')}</title>
            ${raw(`<style>${css}</style>`)}
          </head>
          <body data-result="${JSON.stringify(result)}">
            <p>${t('socialWindow.handedOver')}</p>
            ${raw(`<script>${script}</script>`)}
          </body>
        </html> `,
    ),
  )
}
