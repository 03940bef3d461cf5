import { isLoopback } from './loopback.ts'
import type { Bindings } from './variables-schema.ts'
import type { Values } from './variables.ts'

type MailConfig = { readonly transport: 'outbox' } | CloudflareMailConfig | SmtpConfig

export interface CloudflareMailConfig {
  readonly transport: 'cloudflare'
  readonly from: string
  readonly binding: SendEmail
}

export interface SmtpConfig {
  readonly transport: 'smtp'
  readonly from: string
  /** Host name or IP address, without brackets. */
  readonly host: string
  readonly port: number
  /** `off` only for a loopback host. */
  readonly tls: 'on' | 'starttls' | 'off'
  readonly credentials: { readonly username: string; readonly password: string } | undefined
}

/** `undefined`: mail stays queued. */
export function mailOf(values: Values, bindings: Bindings): MailConfig | undefined {
  const { MAIL_TRANSPORT: transport, MAIL_FROM: from, SMTP_HOST: host } = values
  if (transport === 'outbox') return { transport }
  if (!from) return undefined
  if (transport === 'cloudflare') return { transport, from, binding: bindings['MAIL'] as SendEmail }
  return transport === 'smtp' && host ? smtpOf(values, from, host) : undefined
}

function smtpOf(values: Values, from: string, host: string): SmtpConfig {
  const { SMTP_USERNAME: username, SMTP_PASSWORD: password = '' } = values
  const tls = values.SMTP_TLS ?? 'starttls'
  return {
    transport: 'smtp',
    from,
    // The mail library asks a name server, which does not know `localhost`.
    host: host === 'localhost' ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1'),
    port: values.SMTP_PORT ?? (tls === 'on' ? 465 : 587),
    tls: tls === 'off' && !isLoopback(host) ? 'starttls' : tls,
    credentials: username ? { username, password } : undefined,
  }
}
