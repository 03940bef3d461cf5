import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { translator } from '../../src/i18n/server.ts'
import type { RenderedMail } from '../../src/worker/mail/render.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { until } from '../../harness/until.ts'

const app = await ownApp({ questions: false })

for (const [i, email] of ['first@mail.example', 'a..b@mobile.example'].entries()) {
  await createPerson(app, { email, activated: false, passwordHash: 'x' })
  const query = new URLSearchParams({ email, language: i === 0 ? 'ja' : 'en' })
  await app.fetch(`/service/auth/v1/user/register/complete/?${query}`)
  await until(read, ({ length }) => length > i)
}

async function read(query = '') {
  const response = await app.fetch(`/dev/outbox.json${query}`)
  return response.json<(RenderedMail & { createdAt: number })[]>()
}

it('the outbox lists every mail newest first, with both of its parts', async () => {
  const mails = await read()
  expect(mails.map(({ to }) => to)).toEqual(['a..b@mobile.example', 'first@mail.example'])
  expect(mails[0]).toMatchObject({
    kind: 'activation',
    subject: translator('en')('mail.activation.subject'),
  })
  const code = /^\d{6}$/m.exec(mails[0]?.text ?? '')?.[0]
  expect(mails[0]?.html).toContain(`>${code}</span>`)
  expect(Math.abs((mails[0]?.createdAt ?? 0) - Date.now())).toBeLessThan(MINUTE_MS)
})

it('the outbox shows one recipient’s mails, however the address is written', async () => {
  expect((await read('?to=First@Mail.example')).map(({ to }) => to)).toEqual(['first@mail.example'])
  expect(await read('?to=nobody@mail.example')).toEqual([])
})

it('the outbox is a page in the reader’s language that renews itself without a script', async () => {
  const pageIn = async (cookie: string) =>
    (await app.fetch('/dev/outbox', { headers: { Cookie: cookie } })).text()
  const [ja, en] = await Promise.all([pageIn('Language=ja'), pageIn('Language=en')])
  expect(ja).toContain('<html lang="ja">')
  expect(ja).toContain(translator('ja')('outbox.title'))
  expect(en).toContain('<html lang="en">')
  expect(en).toContain(translator('en')('outbox.title'))
  for (const page of [ja, en]) {
    expect(page).toContain('http-equiv="refresh"')
    expect(page).not.toContain('<script')
    expect(page.match(/<iframe sandbox=""/g)).toHaveLength(2)
  }
})

it('the outbox allows styles and no script', async () => {
  const policy = (await app.fetch('/dev/outbox')).headers.get('Content-Security-Policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/)
  expect(policy).not.toContain('script-src')
})

it('the outbox does not exist outside the local set-up', async () => {
  await app.setVars({ DEVELOPMENT: undefined })
  try {
    for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox?to=first@mail.example']) {
      const response = await app.fetch(path)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('mail.example')
    }
  } finally {
    await app.setVars({ DEVELOPMENT: 'on' })
  }
})
