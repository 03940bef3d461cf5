import { mailbox } from '../address.ts'
import type { Transport } from '../transport.ts'

/** Cloudflare's `send_email` binding; Cloudflare composes the MIME message itself. */
export function cloudflareTransport(binding: SendEmail): Transport {
  return {
    isKeeping: false,
    async send(mail) {
      await binding.send({
        from: { email: mail.from, name: mail.senderName },
        to: mailbox(mail.to),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}
