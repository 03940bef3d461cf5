import type { SmtpConfig } from '../../config/mail.ts'
import { mailbox } from '../address.ts'
import { listHeaders } from '../list-headers.ts'
import type { Transport } from '../transport.ts'

/** Time for connecting and for each response, so that a delivery ends well before the next try. */
const TIMEOUT_MS = 8_000

/** SMTP over a socket of the worker: implicit TLS, required STARTTLS or, towards loopback only, plain. */
export function smtpTransport({ from, host, port, tls, credentials }: SmtpConfig): Transport {
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
