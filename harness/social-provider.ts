import type { Locator } from 'playwright-core'
import type { App } from './app.ts'
import { startOpenIdProvider, type OpenIdProvider } from './local/openid-provider.ts'

export const startProvider = ({ origin }: App, openerPolicy?: string): Promise<OpenIdProvider> =>
  startOpenIdProvider({ port: 0, redirectUris: [`${origin}/auth/social/callback`], openerPolicy })

export const setSocialProvider = (
  app: App,
  { issuer, clientId, clientSecret }: OpenIdProvider,
): Promise<void> =>
  app.setVars({
    SOCIAL_ISSUER: issuer,
    SOCIAL_CLIENT_ID: clientId,
    SOCIAL_CLIENT_SECRET: clientSecret,
  })

export const unsetSocialProvider = (app: App): Promise<void> =>
  app.setVars({
    SOCIAL_ISSUER: undefined,
    SOCIAL_CLIENT_ID: undefined,
    SOCIAL_CLIENT_SECRET: undefined,
  })

/** Presses what closes its window, maybe before the press has ended. */
export const pressAndLeave = (button: Locator): Promise<void> =>
  button.click().catch((error: unknown) => {
    if (!button.page().isClosed()) throw error
  })
