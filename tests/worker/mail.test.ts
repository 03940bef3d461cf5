import { createServer, type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { translator } from '../../src/i18n/server.ts'
import { ownApp, setTestVars } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { activate } from '../../harness/steps/passcode-calls.ts'
import { until } from '../../harness/until.ts'
import { startMailServer } from './mail-server.ts'

const password = 'canary-password-of-the-mail-server'

const server = await startMailServer(password)
const app = await ownApp({ questions: false, vars: server.vars })
afterAll(() => server.stop())

afterEach(() => app.setClock(0))

beforeEach(async () => {
  server.received.length = 0
  server.signIns.length = 0
  app.logs.length = 0
  await app.db.batch([app.sql`DELETE FROM mail`, app.sql`DELETE FROM user`])
})

interface MailRow {
  id: string
  sealed: string
  attempts: number
  created_at: number
  next_attempt_at: number
  sent_at: number | null
}

async function rows(): Promise<MailRow[]> {
  return (await app.sql`SELECT * FROM mail`.all<MailRow>()).results
}

async function askForCode(email: string, language = 'ja'): Promise<void> {
  await createPerson(app, { email, activated: false, passwordHash: 'x' })
  const query = new URLSearchParams({ email, language })
  const response = await app.fetch(`/service/auth/v1/user/register/complete/?${query}`)
  expect(response.status).toBe(202)
}

async function delayed(emails: string[]): Promise<void> {
  await server.stop()
  for (const email of emails) await askForCode(email)
  await until(async () => {
    const waiting = await rows()
    const isDelayed = (row: MailRow) =>
      row.next_attempt_at === row.created_at + MINUTE_MS || row.attempts === 1
    return (
      waiting.length === emails.length &&
      waiting.every(isDelayed) &&
      logged('delayed').length >= emails.length
    )
  })
  await server.start()
}

const ja = translator('ja')
const logged = (word: string) => app.logs.filter((line) => line.includes(`"mail":"${word}"`))

it('a mail by SMTP arrives in Japanese as text and as HTML, with an id of its own, written by nobody, and is erased here', async () => {
  await askForCode('hanako@mail.example')
  const { from, to, raw } = await until(() => server.received[0])
  expect(from).toBe('hello@ichimon.example')
  expect(to).toEqual(['hanako@mail.example'])
  expect(server.signIns).toEqual([`ichimon:${password}`])
  expect(raw).toMatch(/^Message-ID: <[\w-]{22}@ichimon\.example>\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)

  const mail = await PostalMime.parse(raw)
  expect(mail.subject).toBe(ja('mail.activation.subject'))
  expect(mail.from).toMatchObject({ name: ja('mail.sender'), address: 'hello@ichimon.example' })
  const code = /^(\d{6})$/m.exec(mail.text ?? '')?.[1]
  expect(mail.text).toContain(ja('mail.codeLifetime', { minutes: 10 }))
  expect(mail.html).toContain(`>${code}</span>`)
  expect(mail.html).toContain('<html lang="ja">')

  const [row] = await until(async () => ((await rows())[0]?.sent_at ? rows() : undefined))
  expect(row).toMatchObject({ sealed: '', attempts: 1 })
})

it.each([
  ['a..b@mobile.example', '"a..b"@mobile.example'],
  ['a.b+c@mobile.example', 'a.b+c@mobile.example'],
])('a mail by SMTP reaches %s', async (address, quoted) => {
  await askForCode(address, 'en')
  const { to, raw } = await until(() => server.received[0])
  expect(to).toEqual([quoted])
  expect(raw).toMatch(new RegExp(`^To: <?${quoted.replaceAll(/[.+]/g, '\\$&')}>?\r$`, 'm'))
  expect((await PostalMime.parse(raw)).subject).toBe(translator('en')('mail.activation.subject'))
})

it.each(['localhost', '::1', '[::1]'])('a mail by SMTP reaches a server at %s', async (host) => {
  const local = await startMailServer(password, host === 'localhost' ? '127.0.0.1' : '::1')
  try {
    await setTestVars(app, { SMTP_HOST: host, SMTP_PORT: String(local.port) })
    await askForCode('hanako@mail.example')
    expect((await until(() => local.received[0])).to).toEqual(['hanako@mail.example'])
    expect(local.signIns).toEqual([`ichimon:${password}`])
  } finally {
    await local.stop()
  }
})

it('a mail by SMTP is stored without its code, its address or its words in the clear', async () => {
  await delayed(['canary-address@mail.example'])
  const stored = JSON.stringify(await rows())
  await app.setClock(2 * MINUTE_MS)
  await app.triggerCron()
  const { raw } = await until(() => server.received[0])
  const code = /^(\d{6})\r?$/m.exec(raw)?.[1]
  expect(code).toMatch(/^\d{6}$/)
  for (const word of [
    code ?? '',
    'canary',
    'mail.example',
    ja('signup.title'),
    'activation',
    'subject',
  ]) {
    expect(stored).not.toContain(word)
  }
  expect(stored).not.toContain(Buffer.from('canary-address').toString('base64').slice(0, 16))
})

describe('a mail that cannot be sent now', () => {
  it('is delivered once when the server is back, with a code that works', async () => {
    await delayed(['taro@mail.example'])
    await app.setClock(45_000)
    await app.triggerCron()
    expect(server.received).toHaveLength(0)
    await app.setClock(MINUTE_MS + 5000)
    await app.triggerCron()
    await app.triggerCron()
    expect(server.received).toHaveLength(1)
    const { text } = await PostalMime.parse(server.received[0]?.raw ?? '')
    const code = /^(\d{6})$/m.exec(text ?? '')![1]!
    expect((await activate(app, 'taro@mail.example', code)).status).toBe(202)
  })

  it('is sent once, however many workers deliver', async () => {
    const emails = Array.from({ length: 20 }, (_, i) => `person${i}@mail.example`)
    await delayed(emails)
    await app.setClock(2 * MINUTE_MS)
    await Promise.all([app.triggerCron(), app.triggerCron(), app.triggerCron()])
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(emails.toSorted())
    expect((await rows()).every(({ sealed, sent_at }) => sealed === '' && sent_at)).toBe(true)
  })

  it('waits 1, 2, 5, 15, then 60 minutes from one failure to the next', async () => {
    await setTestVars(app, { SMTP_PORT: '9' })
    await askForCode('patient@mail.example')
    await until(() => logged('delayed')[0])
    // Extends the expiry, so that every backoff is observable.
    await app.sql`UPDATE mail SET expires_at = created_at + ${DAY_MS}`.run()
    const waits: number[] = []
    let offset = 0
    for (let i = 0; i < 6; i += 1) {
      const row = await until(async () => (await rows())[0])
      const wait = row.next_attempt_at - (Date.now() + offset)
      waits.push(Math.round(wait / MINUTE_MS))
      offset += wait + 2000
      await app.setClock(Math.ceil(offset))
      await app.triggerCron()
    }
    expect(waits).toEqual([1, 2, 5, 15, 60, 60])
  })

  it('is dropped when its code has expired', async () => {
    await delayed(['late@mail.example'])
    await app.setClock(10 * MINUTE_MS + 5000)
    await app.triggerCron()
    expect(await rows()).toHaveLength(0)
    expect(server.received).toHaveLength(0)
  })

  it('stays queued without any transport, and one log line says so', async () => {
    await setTestVars(app, { MAIL_TRANSPORT: undefined })
    await askForCode('queued@mail.example')
    expect(await until(() => logged('no-transport')[0])).toContain('"waiting":1')
    expect(await rows()).toMatchObject([{ attempts: 0, sent_at: null }])
    await app.setVars(server.vars)
    await app.triggerCron()
    expect(server.received.map(({ to }) => to)).toEqual([['queued@mail.example']])
  })

  it.each([
    ['the password is wrong', { SMTP_PASSWORD: 'wrong' }],
    ['STARTTLS is asked for and not offered', { SMTP_TLS: 'starttls' }],
  ])('waits when %s, and no log line names anybody or any secret', async (_, vars) => {
    await setTestVars(app, vars)
    await askForCode('canary-address@mail.example')
    await until(() => logged('delayed')[0])
    expect(server.received).toHaveLength(0)
    if ('SMTP_TLS' in vars) expect(server.signIns).toEqual([])
    expect(app.logs.join('\n')).not.toMatch(/canary|wrong/)
  })

  it('delays no other mail when the server hangs up in the middle', async () => {
    let calls = 0
    const rude = createServer((socket) => {
      calls += 1
      socket.on('error', () => {})
      socket.write('220 rude.example\r\n')
      socket.once('data', () => socket.end('250-rude.example\r\n'))
    })
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    await setTestVars(app, { SMTP_PORT: String((rude.address() as AddressInfo).port) })
    await askForCode('held@mail.example')
    expect(await until(() => logged('delayed')[0])).toContain('Connection closed')
    expect(calls).toBe(1)
    expect((await app.fetch('/healthz')).status).toBe(200)
    rude.close()
  })

  it('is not held back by another whose row cannot be read', async () => {
    await delayed(['x@mail.example', 'y@mail.example'])
    await app.sql`UPDATE mail SET sealed = 'AAAA' WHERE id = (SELECT min(id) FROM mail)`.run()
    await app.setClock(2 * MINUTE_MS)
    await app.triggerCron()
    expect(server.received).toHaveLength(1)
    expect(logged('unreadable')).toHaveLength(1)
  })
})
