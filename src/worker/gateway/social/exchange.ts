import type { SocialConfig } from '../../config/config.ts'
import { requestProvider, ProviderError, providerMetadata } from '../../identity/social-provider.ts'

interface Exchange {
  code: string
  verifier: string
  redirectUri: string
  /** The `iss` of the provider's response, where it named itself. */
  iss: string | undefined
}

/**
 * The ID token for an authorization code (RFC 6749 §4.1.3), asked for by the worker itself. Its claims are for
 * the auth service to verify.
 * @throws ProviderError when the provider is down, names another issuer or refuses the code
 */
export async function idTokenFor(
  env: Env,
  client: SocialConfig,
  exchange: Exchange,
): Promise<string> {
  const provider = await providerMetadata(env, client.issuer)
  if (exchange.iss === undefined ? provider.namesIssuer : exchange.iss !== provider.issuer) {
    throw new ProviderError('a response of another issuer')
  }
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: exchange.code,
    redirect_uri: exchange.redirectUri,
    code_verifier: exchange.verifier,
  })
  const headers = new Headers({ Accept: 'application/json' })
  if (!client.clientSecret || provider.sendsSecretInBody) form.set('client_id', client.clientId)
  if (client.clientSecret && provider.sendsSecretInBody)
    form.set('client_secret', client.clientSecret)
  if (client.clientSecret && !provider.sendsSecretInBody)
    headers.set('Authorization', basic(client))
  const { status, body } = await requestProvider(provider.tokenEndpoint, {
    method: 'POST',
    headers,
    body: form,
  })
  const idToken = body['id_token']
  if (status !== 200 || typeof idToken !== 'string') throw new ProviderError('no ID token')
  return idToken
}

/** RFC 6749 §2.3.1: both parts are form-encoded first. */
function basic({ clientId, clientSecret = '' }: SocialConfig): string {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
  return `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`
}
