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
export function smtpTransport(env: Env, host: string): Transport {
  const tls = env.SMTP_TLS ?? 'starttls'
  const options: WorkerMailerOptions = {
    host,
    port: Number(env.SMTP_PORT ?? (tls === 'on' ? 465 : 587)),
    secure: tls === 'on',
    startTls: tls !== 'on' && !(tls === 'off' && isLoopback(host)),
    authType: ['plain', 'login'],
    // The library's own lines name addresses.
    logLevel: LogLevel.NONE,
    socketTimeoutMs: ANSWER_LIMIT,
    responseTimeoutMs: ANSWER_LIMIT,
    dsn: { RET: { HEADERS: true }, NOTIFY: { FAILURE: true } },
  }
  if (env.SMTP_USERNAME)
    options.credentials = { username: env.SMTP_USERNAME, password: env.SMTP_PASSWORD ?? '' }
  return {
    isKeeping: false,
    async send(mail) {
      const server = await WorkerMailer.connect(options)
      try {
        await server.send(composed(mail))
      } finally {
        await server.close()
      }
    },
  }
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', 'localhost', '::1'].includes(host)
}

/** The library quotes and encodes headers wrongly for Japanese; these are ready as they stand. */
function composed(mail: OutgoingMail): Parameters<WorkerMailer['send']>[0] {
  const to = mailbox(mail.to)
  const from = mailbox(mail.from)
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
      'Message-ID': `<${mail.id}@${mail.from.split('@').pop()}>`,
      'Auto-Submitted': 'auto-generated',
    },
  }
}
