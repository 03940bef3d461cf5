/** Types of the part of `oidc-provider` in use; the package has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Context {
    req: IncomingMessage
    type: string
    body: string
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      params?: { ui_locales?: string }
    }
  }

  class Grant {
    constructor(grant: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: typeof Grant
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>
    interactionDetails(
      req: IncomingMessage,
      res: ServerResponse,
    ): Promise<{ uid: string; params: { ui_locales?: string } }>
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>
  }

  export const interactionPolicy: {
    Prompt: new (prompt: { name: string; requestable: boolean }) => object
    base(): { add(prompt: object, position: number): void }
  }

  export type { Context }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(clockToleranceSeconds: number): unknown
}
