import type { RenderedMail } from './message.ts'
import { cloudflareTransport } from './transports/cloudflare.ts'
import { outboxTransport } from './transports/outbox.ts'
import { smtpTransport } from './transports/smtp.ts'

/** A rendered mail on its way; `id` is the same on every try, so that receivers can tell a repetition. */
export interface OutgoingMail extends RenderedMail {
  id: string
  /** The deployment's sending address. */
  from: string
}

/** One way of sending. Fulfilled means accepted for delivery; any failure rejects and is tried again. */
export interface Transport {
  /** The sent mail stays readable in the outbox. */
  readonly isKeeping: boolean
  send(mail: OutgoingMail): Promise<void>
}

/** The transport of this deployment; `undefined` when none is set up, or not wholly: mail then waits. */
export function transportOf(env: Env): Transport | undefined {
  switch (env.MAIL_TRANSPORT) {
    case 'cloudflare':
      return env.MAIL && env.MAIL_FROM ? cloudflareTransport(env.MAIL) : undefined
    case 'smtp':
      return env.SMTP_HOST && env.MAIL_FROM ? smtpTransport(env, env.SMTP_HOST) : undefined
    case 'outbox':
      return outboxTransport
    default:
      return undefined
  }
}
