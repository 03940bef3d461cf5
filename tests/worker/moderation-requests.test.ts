import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_S, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { codeIn, mails, newMail } from '../../harness/outbox.ts'
import { SECRET } from '../../harness/steps/auth-calls.ts'
import {
  caseOf,
  decide,
  moderation,
  noticesOf,
  personWithRole,
  postOf,
  refusalOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

const app = await ownApp({ vars: { SECRET } })
let questionId: string
let moderator: TestPerson
let number = 0

beforeAll(async () => {
  questionId = await todaysQuestionId(app)
  moderator = await personWithRole(app, 'moderator')
})

const form = (post: string) => ({
  kind: 'deletion',
  post,
  name: '山田花子',
  email: `guest${number++}@example.com`,
  contact: '03-0000-0000',
  right: 'プライバシー',
  reason: '住所が書かれています。',
  inGoodFaith: true,
  language: 'ja',
})

const ask = (input: object) => moderation(app, 'POST /request', undefined, input)

async function request(post: string) {
  const input = form(post)
  const asked = await ask(input)
  expect(asked.status).toBe(200)
  const passcode = codeIn(await newMail(app, input.email, 0))
  const confirmation = { id: asked.body[0].id as string, passcode }
  const confirmed = await moderation(app, 'POST /request/confirm', undefined, confirmation)
  expect(confirmed.status).toBe(200)
  return { ...input, confirmation, reference: confirmed.body[0].reference as string }
}

describe('a request without an account', () => {
  it('opens a case, gives a reference number, and mails it', async () => {
    const author = await createPerson(app)
    const post = await postOf(app, questionId, author)
    const { reference, email, confirmation } = await request(post)
    expect(reference).toMatch(/^Q-[2-9A-Z]{10}$/)
    expect((await newMail(app, email, 1)).text).toContain(reference)
    const again = await moderation(app, 'POST /request/confirm', undefined, confirmation)
    expect(again.body[0].reference).toBe(reference)
    const found = await caseOf(app, moderator, post)
    expect(found).toMatchObject({ state: 'open', isHeld: false, hasRequest: true, score: 1 })
    expect(found.requests).toMatchObject([
      { reference, kind: 'deletion', name: '山田花子', right: 'プライバシー' },
    ])
    expect(JSON.stringify(found)).not.toContain(email)
    expect(JSON.stringify(found)).not.toContain('03-0000-0000')
  })

  it('takes the address of the post on this site, and no other', async () => {
    const post = await postOf(app, questionId, await createPerson(app))
    const address = `${app.origin}/theme_details?themeID=${questionId}#${post}`
    expect((await ask(form(address))).status).toBe(200)
    const foreign = await ask(form(address.replace(app.origin, 'https://other.example')))
    expect(refusalOf(foreign)).toEqual([406, -1023, 'post'])
    expect(refusalOf(await ask(form('no-such-post')))).toEqual([404, -1022])
  })

  it('refuses a wrong code, and an address that is none', async () => {
    const input = form(await postOf(app, questionId, await createPerson(app)))
    expect(refusalOf(await ask({ ...input, email: 'nobody' }))).toEqual([406, -1023, 'email'])
    const asked = await ask(input)
    const passcode = codeIn(await newMail(app, input.email, 0))
    const wrong = { id: asked.body[0].id, passcode: passcode === '000000' ? '000001' : '000000' }
    const response = await moderation(app, 'POST /request/confirm', undefined, wrong)
    expect(refusalOf(response)).toEqual([406, -1023, 'passcode'])
  })

  it('is put to the poster once, whose reply the case shows, and is answered by mail', async () => {
    const author = await createPerson(app)
    const post = await postOf(app, questionId, author)
    const { reference, email } = await request(post)
    const { caseId, version } = await caseOf(app, moderator, post)
    const inquiry = { caseId, version, reference }
    const stale = await moderation(app, 'POST /request/inquiry', moderator, {
      ...inquiry,
      version: version - 1,
    })
    expect(refusalOf(stale)).toEqual([406, -1023, 'version'])
    const inquired = await moderation(app, 'POST /request/inquiry', moderator, inquiry)
    const [asked] = inquired.body[0].requests
    expect(asked.replyDueAt - asked.inquiredAt).toBe(7 * DAY_S)
    const twice = await moderation(app, 'POST /request/inquiry', moderator, {
      ...inquiry,
      version: inquired.body[0].version,
    })
    expect(refusalOf(twice)).toEqual([406, -1023, 'reference'])

    const [notice] = await noticesOf(app, author)
    expect(notice).toMatchObject({
      kind: 'inquiry',
      replyDueAt: asked.replyDueAt,
      isReplied: false,
    })
    expect((await newMail(app, author.email, 0)).text).toContain('/notices')
    const reply = { noticeId: notice!.noticeId, reply: 'refuses', words: '自分の住所です。' }
    expect((await moderation(app, 'POST /request/reply', author, reply)).status).toBe(202)
    expect(refusalOf(await moderation(app, 'POST /request/reply', author, reply))).toEqual([
      406,
      -1023,
      'noticeId',
    ])
    const [after] = await noticesOf(app, author)
    expect(after).toMatchObject({ kind: 'inquiry', isReplied: true })
    expect(after).not.toHaveProperty('replyDueAt')
    const other = await moderation(app, 'POST /request/reply', moderator, reply)
    expect(refusalOf(other)).toEqual([404, -1022])
    const replied = await caseOf(app, moderator, post)
    expect(replied.requests).toMatchObject([{ reply: 'refuses', replyText: '自分の住所です。' }])

    expect((await decide(app, moderator, replied, { action: 'hide' })).status).toBe(200)
    const told = await newMail(app, email, 2)
    expect(told).toMatchObject({ kind: 'requestUpheld' })
    expect(told.text).toContain(reference)

    const second = await ask(form(post))
    expect(refusalOf(second)).toEqual([406, -1023, 'hidden'])
  })

  it('is over once it is decided: an inquiry during an appeal says so, and is no conflict', async () => {
    const author = await createPerson(app)
    const post = await postOf(app, questionId, author)
    const { reference } = await request(post)
    await decide(app, moderator, await caseOf(app, moderator, post), { action: 'warn' })
    const decisionId = (await noticesOf(app, author))[0]!.decision!.decisionId
    await moderation(app, 'POST /appeal', author, { decisionId, text: 'It was a poem.' })
    const { caseId, version, state } = await caseOf(app, moderator, post)
    expect(state).toBe('appealed')
    const inquiry = { caseId, version, reference }
    const response = await moderation(app, 'POST /request/inquiry', moderator, inquiry)
    expect(refusalOf(response)).toEqual([406, -1023, 'reference'])
  })

  it('confirmed after somebody decided against the post finds it hidden', async () => {
    const post = await postOf(app, questionId, await createPerson(app))
    const input = form(post)
    const { id } = (await ask(input)).body[0] as { id: string }
    const passcode = codeIn(await newMail(app, input.email, 0))
    await report(app, await createPerson(app), post)
    await decide(app, moderator, await caseOf(app, moderator, post), { action: 'hide' })
    const late = await moderation(app, 'POST /request/confirm', undefined, { id, passcode })
    expect(refusalOf(late)).toEqual([406, -1023, 'hidden'])
  })
})

describe('new cases', () => {
  const countMails = async () =>
    (await mails(app, moderator.email)).filter(({ kind }) => kind === 'newCases')

  it('reach the moderators by mail once an hour, and not when nothing is new', async () => {
    await app.triggerCron()
    const before = (await countMails()).length
    for (const category of ['hate', 'spam'] as const) {
      const post = await postOf(app, questionId, await createPerson(app), 'Words to be kept back')
      await report(app, await createPerson(app), post, category)
    }
    await app.triggerCron()
    expect(await countMails()).toHaveLength(before)
    await app.setClock(HOUR_MS + MINUTE_MS)
    await app.triggerCron()
    await app.triggerCron()
    const told = await countMails()
    expect(told).toHaveLength(before + 1)
    expect(told.at(-1)!.text).toMatch(/2件|New: 2/)
    expect(told.at(-1)!.text).toContain('/operator/cases')
    expect(told.at(-1)!.text).not.toContain('Words to be kept back')
    await app.setClock(3 * HOUR_MS)
    await app.triggerCron()
    expect(await countMails()).toHaveLength(before + 1)
  })

  it('reach a webhook instead, which is tried again after a failure', async () => {
    const received: string[] = []
    let status = 500
    const server = createServer((incoming, outgoing) => {
      let body = ''
      incoming.on('data', (data) => (body += data))
      incoming.on('end', () => {
        received.push(body)
        outgoing.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const before = (await countMails()).length
    await app.setVars({
      MODERATION_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
      CLOCK_OFFSET_MS: String(5 * HOUR_MS),
    })
    const post = await postOf(app, questionId, await createPerson(app), 'Words to be kept back')
    await report(app, await createPerson(app), post)
    await expect(app.triggerCron()).rejects.toThrow()
    status = 204
    await app.triggerCron()
    await app.triggerCron()
    server.close()
    expect(received).toHaveLength(2)
    expect(JSON.parse(received[1]!)).toMatchObject({ fresh: 1, link: expect.any(String) })
    expect(received.join()).not.toContain('Words to be kept back')
    expect(await countMails()).toHaveLength(before)
  })
})
