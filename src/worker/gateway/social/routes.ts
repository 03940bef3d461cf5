import { Hono } from 'hono'
import { config } from '../../config/config.ts'
import type { ServiceBindings, ServiceContext } from '../../http/service.ts'
import { log } from '../../logging/log.ts'
import { siteOrigin } from '../../http/site-origin.ts'
import { ProviderError, providerMetadata } from '../../identity/social-provider.ts'
import { sha256 } from '../../keys/keyed-hash.ts'
import { localize } from '../../pages/locale.ts'
import { type Flow, idTokenFor, keepFlow, keepNonce, newFlow, takeFlow } from './flow.ts'
import { html, raw } from 'hono/html'
import { translator } from '../../../i18n/server.ts'
import { cspHash } from '../../http/csp-hash.ts'

export const socialRoutes = new Hono<ServiceBindings>({ strict: false })
  .use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
  })
  .get('/status', (c) => c.json({ results: { configured: config(c.env).social !== undefined } }))
  .get('/start', async (c) => {
    const mode = c.req.query('mode') === 'register' ? 'register' : 'login'
    const attempt = attemptOf(c.req.query('attempt'))
    const client = config(c.env).social
    if (!client) return popupPage(c, { mode, attempt, error: 'configuration' })
    try {
      const provider = await providerMetadata(c.env, client.issuer)
      const flow = newFlow(c.env, mode, attempt)
      const parameters = {
        client_id: client.clientId,
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri: redirectUri(c),
        state: flow.state,
        nonce: keepNonce(c),
        code_challenge: sha256(flow.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
        ui_locales: localize('/', c.req.header('Cookie') ?? null).language,
      }
      const address = new URL(provider.authorization_endpoint)
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      keepFlow(c, flow)
      return c.redirect(address.href)
    } catch (error) {
      return popupPage(c, { mode, attempt, error: failureOf(c.env, error) })
    }
  })
  .get('/callback', async (c) => {
    const flow = takeFlow(c, c.req.query('state'))
    if (!flow) return popupPage(c, { mode: 'login', attempt: '', error: 'state' })
    const { mode, attempt } = flow
    return popupPage(c, { mode, attempt, ...(await outcome(c, flow)) })
  })

async function outcome(
  c: ServiceContext,
  flow: Flow,
): Promise<Pick<SocialResult, 'idToken' | 'error'>> {
  const client = config(c.env).social
  if (!client) return { error: 'configuration' }
  const { code, error, iss } = c.req.query()
  if (error) return { error: error === 'access_denied' ? 'denied' : 'provider' }
  if (!code) return { error: 'provider' }
  try {
    const exchange = { code, iss, verifier: flow.verifier, redirectUri: redirectUri(c) }
    return { idToken: await idTokenFor(c.env, client, exchange) }
  } catch (error) {
    return { error: failureOf(c.env, error) }
  }
}

/** Provider failures are shown to the person; others are rethrown as internal errors. */
function failureOf(env: Env, error: unknown): 'provider' {
  if (!(error instanceof ProviderError)) throw error
  log(env, 'warn', 'social', { problem: error.message })
  return 'provider'
}

function redirectUri(c: ServiceContext): string {
  return `${siteOrigin(c.env, c.req.url)}/auth/social/callback`
}

function attemptOf(text = ''): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : ''
}

interface SocialResult {
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

async function popupPage(c: ServiceContext, result: SocialResult): Promise<Response> {
  const { language } = localize('/', c.req.header('Cookie') ?? null)
  const t = translator(language)
  const sources = `script-src ${cspHash(script)}; style-src ${cspHash(css)}`
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
