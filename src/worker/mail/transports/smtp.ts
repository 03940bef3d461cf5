import type { SmtpConfig } from '../../config/config.ts'
import { LogLevel, WorkerMailer, type WorkerMailerOptions } from 'worker-mailer'
import { headerText, mailbox } from '../address.ts'
import type { OutgoingMail, Transport } from '../transport.ts'

/** Milliseconds for connecting and for each answer; the whole of a delivery ends well before the next try. */
const ANSWER_LIMIT = 8000

interface Connection {
  reader: ReadableStreamDefaultReader<Uint8Array>
  startTls: boolean
  secure: boolean
  supportsStartTls: boolean
  read(): Promise<string>
  auth(): Promise<void>
}

const connection = WorkerMailer.prototype as unknown as Connection
const authenticate = connection.auth

/** The library reads on without end when the server hangs up, which would hold the whole isolate. */
connection.read = async function () {
  const decoder = new TextDecoder()
  let reply = ''
  while (!/^(?:\d{3}-.*\r?\n)*\d{3}(?: .*)?\r?\n$/.test(reply)) {
    const { value, done } = await this.reader.read()
    if (done) throw new Error('the mail server closed the connection')
    reply += decoder.decode(value, { stream: true })
  }
  return reply
}

/** The library goes on in the clear when a server does not offer STARTTLS; credentials and codes must not. */
connection.auth = async function () {
  if (this.startTls && !this.secure && !this.supportsStartTls)
    throw new Error('the mail server offers no STARTTLS')
  return authenticate.call(this)
}

/** SMTP over a socket of the worker: implicit TLS, STARTTLS or, towards loopback only, plain. */
export function smtpTransport({ from, host, port, tls, credentials }: SmtpConfig): Transport {
  const options: WorkerMailerOptions = {
    host,
    port,
    secure: tls === 'on',
    startTls: tls === 'starttls',
    authType: ['plain', 'login'],
    // The library's own lines name addresses.
    logLevel: LogLevel.NONE,
    socketTimeoutMs: ANSWER_LIMIT,
    responseTimeoutMs: ANSWER_LIMIT,
    dsn: { RET: { HEADERS: true }, NOTIFY: { FAILURE: true } },
    ...(credentials && { credentials }),
  }
  return {
    isKeeping: false,
    async send(mail) {
      const server = await WorkerMailer.connect(options)
      try {
        await server.send(composed(mail, mailbox(from)))
      } finally {
        await server.close()
      }
    },
  }
}

/** The library quotes and encodes headers wrongly for Japanese, so these are complete. */
function composed(mail: OutgoingMail, from: string): Parameters<WorkerMailer['send']>[0] {
  const to = mailbox(mail.to)
  return {
    from,
    to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: {
      From: `${headerText(mail.senderName)} <${from}>`,
      To: `<${to}>`,
      Subject: headerText(mail.subject),
      'Message-ID': `<${mail.id}@${from.split('@').pop()}>`,
      'Auto-Submitted': 'auto-generated',
    },
  }
}
