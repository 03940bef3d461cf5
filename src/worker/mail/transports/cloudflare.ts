import type { CloudflareMailConfig } from '../../config/mail.ts'
import { mailbox } from '../address.ts'
import { listHeaders } from '../list-headers.ts'
import type { Transport } from '../transport.ts'

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
