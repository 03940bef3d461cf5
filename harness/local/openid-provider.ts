import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { interactionPolicy, Provider, type KoaContextWithOIDC as Context } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { FIRST_LANGUAGE } from '../../src/domain/language.ts'
import { listen } from './listen.ts'
import {
  accountPage,
  failurePage,
  pagePolicy,
  people,
  person,
  requestedLanguage,
  type Person,
} from './openid-page.ts'

interface OpenIdProviderOptions {
  /** Loopback port; 0 picks a free one. */
  port: number
  redirectUris: string[]
  /** `Cross-Origin-Opener-Policy` of every page, as some providers send. */
  openerPolicy?: string | undefined
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** A real OpenID provider on loopback with its own signing key; anyone can sign in as anyone. */
export async function startOpenIdProvider(options: OpenIdProviderOptions) {
  let listening = await listen(respond, options.port)
  const issuer = listening.origin

  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }
  const clientSecret = randomBytes(24).toString('base64url')
  const accounts = new Map(people.map((someone) => [someone.sub, someone]))
  const provider = new Provider(issuer, configuration({ jwk, clientSecret, accounts, options }))
  const handle = provider.callback()

  function respond(req: IncomingMessage, res: ServerResponse) {
    if (options.openerPolicy) res.setHeader('Cross-Origin-Opener-Policy', options.openerPolicy)
    const { pathname } = new URL(req.url ?? '/', issuer)
    if (pathname.startsWith('/interaction/')) {
      interact(provider, accounts, req, res).catch(() =>
        sendPage(res, 400, failurePage(FIRST_LANGUAGE)),
      )
      return
    }
    // Forgets the last sign-in.
    if (pathname === '/auth') delete req.headers.cookie
    void handle(req, res)
  }

  return {
    issuer,
    clientId: CLIENT,
    clientSecret,
    publicClientId: PUBLIC_CLIENT,
    /** Refuses connections until `up`; keys and people stay. */
    down: () => listening.stop(),
    async up() {
      listening = await listen(respond, Number(new URL(issuer).port))
    },
    stop: () => listening.stop(),
  }
}

const CLIENT = 'ichimon'
const PUBLIC_CLIENT = 'ichimon-public'

function configuration(has: {
  jwk: object
  clientSecret: string
  accounts: Map<string, Person>
  options: OpenIdProviderOptions
}): Record<string, unknown> {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const client = {
    redirect_uris: has.options.redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }
  return {
    adapter: createMemoryAdapter(0),
    clients: [
      { ...client, client_id: CLIENT, client_secret: has.clientSecret },
      { ...client, client_id: PUBLIC_CLIENT, token_endpoint_auth_method: 'none' },
    ],
    jwks: { keys: [has.jwk] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As in Google's ID tokens.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { policy, url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 1800,
      Session: 1800,
      Grant: 1800,
    },
    findAccount: (_: Context, sub: string) => {
      const claims = has.accounts.get(sub)
      return claims && { accountId: sub, claims: () => claims }
    },
    // Picking an account implies consent.
    loadExistingGrant: async (ctx: Context) => {
      const { client: registered, provider, session } = ctx.oidc
      const grant = new provider.Grant({
        clientId: registered!.clientId,
        accountId: session!.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (ctx: Context) => {
      ctx.type = 'html'
      ctx.body = failurePage(requestedLanguage(ctx.oidc?.params?.['ui_locales']))
    },
  }
}

async function interact(
  provider: Provider,
  accounts: Map<string, Person>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(req, res)
  const language = requestedLanguage(params['ui_locales'])
  if (req.method !== 'POST') return sendPage(res, 200, accountPage(language, people))
  const form = new URLSearchParams(await text(req))
  if (form.has('cancel')) {
    return provider.interactionFinished(req, res, { error: 'access_denied' })
  }
  const picked = people.find(({ email }) => email === form.get('person'))
  const someone = picked ?? person(form.get('email') ?? '', form.get('name') ?? '')
  if (!someone.email.includes('@')) return sendPage(res, 422, accountPage(language, people))
  accounts.set(someone.sub, someone)
  return provider.interactionFinished(req, res, {
    select_account: {},
    login: { accountId: someone.sub, remember: false },
  })
}

function sendPage(res: ServerResponse, status: number, page: string): void {
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
    'Cache-Control': 'no-store',
  })
  res.end(page)
}
