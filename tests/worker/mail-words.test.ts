import { describe, expect, it } from 'vitest'
import { translator } from '../../src/i18n/server.ts'
import { languages } from '../../src/domain/language.ts'
import { cloudflareTransport, mailbox } from '../../src/worker/mail/transport.ts'
import {
  type MailKind,
  mailKinds,
  type MailMessage,
  renderMail,
} from '../../src/worker/mail/render.ts'

const kinds = Object.keys(mailKinds) as MailKind[]
const carrying = (what: string) => kinds.filter((kind) => mailKinds[kind].carries === what)
const codeKinds = carrying('code')
const bareKinds = carrying('nothing')
const referenceKinds: MailKind[] = [...bareKinds, 'appealUpheld', 'appealReversed']
const reference = 'R-7K3M9Q2XAB'
const all = kinds.flatMap((kind) => languages.map((language) => ({ kind, language })))
const link = 'https://ichimon.example/unlock_code?token=abc&x="><script>alert(1)</script>'

function message({ kind, language }: Pick<MailMessage, 'kind' | 'language'>): MailMessage {
  const content = codeKinds.includes(kind) ? { code: '042917' } : { link }
  return {
    to: 'hanako@mail.example',
    kind,
    language,
    ...content,
    newEmail: 'm***@n**.example',
    reference,
  }
}

it('names the operator in the footer, once one is set', () => {
  const operator = '株式会社一問'
  for (const language of languages) {
    const { text, html } = renderMail(message({ kind: 'reminder', language }), operator)
    for (const part of [text, html]) expect(part).toContain(operator)
  }
})

describe.each(all)('the mail $kind in $language', (which) => {
  const mail = renderMail(message(which))

  it('says the same as text and as HTML, in words of its own', () => {
    const { subject, text, html } = mail
    expect(subject).not.toMatch(/^mail\./)
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|\bmail\.[a-z]/i)
    const shown = html
      .replace(/<\/?span\b[^>]*>/g, '')
      .replace(/<style>[^]*?<\/style>|<title>[^]*?<\/title>|<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
    const unescaped = shown
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
    for (const paragraph of text.split(/\n+/).filter(Boolean)) {
      expect(unescaped.replaceAll('&amp;', '&')).toContain(paragraph)
    }
  })

  it('carries its code or its link, and says how long it is valid', () => {
    if (codeKinds.includes(which.kind)) {
      expect(mail.text).toMatch(/^042917$/m)
      expect(mail.html).toMatch(/>042917<\/span>/)
      expect(mail.text).toMatch(/10分|10 minutes/)
    } else if (!bareKinds.includes(which.kind)) {
      expect(mail.text).toContain(link)
      if (carrying('token').includes(which.kind)) expect(mail.text).toMatch(/24時間|24 hours/)
      if (carrying('security').includes(which.kind)) expect(mail.text).toMatch(/7日|7 days/)
    }
  })

  it('fetches nothing and runs nothing', () => {
    expect(mail.html).not.toMatch(
      /<(script|img|link|iframe|object|video|form)\b|url\(|@import|src=/i,
    )
    const addresses = mail.html.match(/href="[^"]*"/g) ?? []
    expect(addresses).toHaveLength([...codeKinds, ...bareKinds].includes(which.kind) ? 0 : 1)
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark"')
  })
})

it.each(referenceKinds)('the mail %s names the reference number, which no line breaks', (kind) => {
  for (const language of languages) {
    const { text, html } = renderMail(message({ kind, language }))
    expect(text).toContain(reference)
    const unbroken = `<span style="white-space: nowrap">${reference}</span>`
    expect(html.replaceAll(unbroken, '')).not.toContain(reference)
    expect(html).toContain(unbroken)
  }
})

it('shows the paragraphs of a statement of reasons, escaped and with their line breaks', () => {
  const details = ['Line one\nline <b>two</b>', 'Ground (terms): Rule 2']
  const mail = renderMail({ ...message({ kind: 'decision', language: 'en' }), details })
  expect(mail.text).toContain(details.join('\n\n'))
  expect(mail.html).toContain('line &lt;b&gt;two')
  expect(mail.html).toContain('Ground (terms): Rule 2')
})

it('names the masked new address in the mail about its change', () => {
  for (const language of languages) {
    const { text } = renderMail(message({ kind: 'emailChanged', language }))
    expect(text).toContain('m***@n**.example')
  }
})

it('a code mail without a code, or a link mail without a link, is not written', () => {
  const bare = { to: 'a@mail.example', language: 'ja' } as const
  expect(() => renderMail({ ...bare, kind: 'activation' })).toThrow()
  expect(() => renderMail({ ...bare, kind: 'unlock' })).toThrow()
})

describe('an address on its way out', () => {
  it.each([
    ['kenji@example.com', 'kenji@example.com'],
    ['a..b@example.com', '"a..b"@example.com'],
    ['a.@example.com', '"a."@example.com'],
    ['.a@example.com', '".a"@example.com'],
    ['"a b"@example.com', '"a b"@example.com'],
    ["o'brien+tag@[192.0.2.1]", "o'brien+tag@[192.0.2.1]"],
  ])('%s becomes %s', (address, quoted) => expect(mailbox(address)).toBe(quoted))

  it('never carries a line break', () => {
    expect(() => mailbox('a@example.com>\r\nBCC: <b@example.com')).toThrow()
  })
})

it('Cloudflare’s binding is given both parts, the sender’s name and the quoted recipient', async () => {
  const given: unknown[] = []
  const binding = {
    send: (message: unknown) => Promise.resolve({ messageId: String(given.push(message)) }),
  } as SendEmail
  const activation = message({ kind: 'activation', language: 'ja' })
  const mail = renderMail({ ...activation, to: 'a..b@mobile.example' })
  const config = { transport: 'cloudflare', from: 'hello@ichimon.example', binding } as const
  await cloudflareTransport(config).send({ ...mail, id: 'x' })
  expect(given).toEqual([
    {
      from: { email: 'hello@ichimon.example', name: translator('ja')('mail.sender') },
      to: '"a..b"@mobile.example',
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  ])
})
