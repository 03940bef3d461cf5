import { config } from '../config/config.ts'
import type { CloudflareMailConfig, SmtpConfig } from '../config/mail.ts'
import type { RenderedMail } from './message.ts'

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

const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/**
 * The address in the form that SMTP and mail headers require (RFC 5321 §4.1.2): a local part that is no dot-atom, such
 * as `a..b` or `a.`, becomes a quoted string.
 * @throws on control characters, which no header may carry
 */
export function mailbox(address: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(address)) throw new Error('control character in an address')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (DOT_ATOM.test(local) || local.startsWith('"')) return address
  return `"${local.replace(/["\\]/g, '\\$&')}"${address.slice(at)}`
}

/** Headers by which mail programs end such mail with one press, without opening the page (RFC 8058). */
function listHeaders({ unsubscribe }: RenderedMail): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Cloudflare's `send_email` binding; Cloudflare composes the MIME message itself. */
export function cloudflareTransport({ from, binding }: CloudflareMailConfig): Transport {
  return {
    keepsMail: false,
    async send(mail) {
      await binding.send({
        from: { email: from, name: mail.senderName },
        to: mailbox(mail.to),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(mail) },
      })
    },
  }
}

/** Time for connecting and for each response, so that a delivery ends well before the next try. */
const TIMEOUT_MS = 8_000

/** SMTP over a socket of the worker: implicit TLS, required STARTTLS or, towards loopback only, plain. */
function smtpTransport({ from, host, port, tls, credentials }: SmtpConfig): Transport {
  const options = {
    host,
    port,
    secure: tls === 'on',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(credentials && { auth: { user: credentials.username, pass: credentials.password } }),
  }
  return {
    keepsMail: false,
    async send(mail) {
      // Only a delivery needs the library, not the start of the worker.
      const { createTransport } = await import('nodemailer')
      const to = mailbox(mail.to)
      const transport = createTransport(options)
      try {
        await transport.sendMail({
          envelope: { from, to },
          from: { name: mail.senderName, address: from },
          to: { name: '', address: to },
          subject: mail.subject,
          text: mail.text,
          // The library prefers Base64 for Japanese; quoted-printable keeps the code legible in the source.
          textEncoding: 'quoted-printable',
          html: mail.html,
          messageId: `<${mail.id}@${from.split('@').pop()}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(mail) },
          dsn: { id: mail.id, return: 'headers', notify: 'failure', recipient: '' },
        })
      } finally {
        transport.close()
      }
    },
  }
}

/** Keeps instead of sending: the mail is read at `/dev/outbox`. */
const outboxTransport: Transport = {
  keepsMail: true,
  async send() {},
}
