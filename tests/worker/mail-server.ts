import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface Received {
  from: string
  to: string[]
  raw: string
}

/** A real SMTP server on loopback with authentication, without TLS. */
export async function startMailServer(password: string, host = '127.0.0.1') {
  const username = 'ichimon'
  const received: Received[] = []
  const signIns: string[] = []
  const create = () =>
    new SMTPServer({
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      // Strict mode refuses `..` even in a quoted string.
      lenientAddressParsing: true,
      closeTimeout: 100,
      onAuth(auth, _session, done) {
        signIns.push(`${auth.username}:${auth.password}`)
        if (auth.username === username && auth.password === password) done(null, { user: username })
        else done(new Error('535 Invalid username or password'))
      },
      async onData(stream, session, done) {
        const raw = (await buffer(stream)).toString('latin1')
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        received.push({ from: mailFrom ? mailFrom.address : '', to, raw })
        done()
      },
    })
  let server = create()
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, host, () => resolve()))
  await listen(0)
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    /** By which the worker sends through it. */
    vars: {
      MAIL_TRANSPORT: 'smtp',
      MAIL_FROM: 'hello@ichimon.example',
      SMTP_HOST: host,
      SMTP_PORT: String(port),
      SMTP_USERNAME: username,
      SMTP_PASSWORD: password,
      SMTP_TLS: 'off',
    },
    received,
    signIns,
    start: () => ((server = create()), listen(port)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
