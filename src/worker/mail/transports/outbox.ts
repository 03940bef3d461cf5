import type { Transport } from '../transport.ts'

/** Keeps instead of sending: the mail is read at `/dev/outbox`. */
export const outboxTransport: Transport = {
  keepsMail: true,
  async send() {},
}
