import { config, type MailConfigOf } from '../config/config.ts'
import type { RenderedMail } from './render.ts'

/** `id` is the same on every attempt, so that receivers can deduplicate. */
interface OutgoingMail extends RenderedMail {
  id: string
}

/** Resolves once the mail is accepted for delivery; a rejection is retried. */
export interface Transport {
  readonly keepsMail: boolean
  send(mail: OutgoingMail): Promise<void>
}

/** `undefined` without a complete configuration: mail stays queued. */
export function transportOf(env: Env): Transport | undefined {
  const { mail } = config(env)
  if (mail?.transport === 'cloudflare') return cloudflareTransport(mail)
  if (mail?.transport === 'smtp') return smtpTransport(mail)
  return mail && outboxTransport
}

const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/**
 * Formats an address for SMTP and headers (RFC 5321 §4.1.2). Quotes a local part that is not a dot-atom, such as
 * `a..b` or `a.`.
 * @throws on control characters, which a header must not contain
 */
export function mailbox(address: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(address)) throw new Error('control character in an address')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (DOT_ATOM.test(local) || local.startsWith('"')) return address
  return `"${local.replace(/["\\]/g, '\\$&')}"${address.slice(at)}`
}

function listHeaders({ unsubscribe }: RenderedMail): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Cloudflare's `send_email` binding, which composes the MIME message. */
export function cloudflareTransport({ from, binding }: MailConfigOf<'cloudflare'>): Transport {
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

/** For connecting and each response, so that a delivery ends well before the next attempt. */
const TIMEOUT_MS = 8_000

/** SMTP over a worker socket: implicit TLS, required STARTTLS or, to loopback only, plain. */
function smtpTransport({ from, host, port, tls, credentials }: MailConfigOf<'smtp'>): Transport {
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
      // Loaded on delivery, to keep the worker's start fast.
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
          // The library prefers Base64 for Japanese; quoted-printable keeps the code legible in the
          // source.
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

/** Stores mail for `/dev/outbox` instead of sending it. */
const outboxTransport: Transport = {
  keepsMail: true,
  async send() {},
}
