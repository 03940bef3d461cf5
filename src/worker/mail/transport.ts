import { config } from '../config/config.ts'
import type { RenderedMail } from './message.ts'
import { cloudflareTransport } from './transports/cloudflare.ts'
import { outboxTransport } from './transports/outbox.ts'
import { smtpTransport } from './transports/smtp.ts'

/** A rendered mail to send; `id` is the same on every try, so that receivers can recognise a repetition. */
interface OutgoingMail extends RenderedMail {
  id: string
}

/** One way of sending. Fulfilled means accepted for delivery; any failure rejects and is tried again. */
export interface Transport {
  /** Whether the sent mail stays readable in the outbox. */
  readonly keepsMail: boolean
  send(mail: OutgoingMail): Promise<void>
}

/** The transport of this deployment; `undefined` without a complete configuration: mail then waits. */
export function transportOf(env: Env): Transport | undefined {
  const { mail } = config(env)
  switch (mail?.transport) {
    case 'cloudflare':
      return cloudflareTransport(mail)
    case 'smtp':
      return smtpTransport(mail)
    case 'outbox':
      return outboxTransport
    default:
      return undefined
  }
}
