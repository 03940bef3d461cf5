import ja from '../../locales/ja.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { DAY_S, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { codeIn, mails, newMail } from '../../harness/outbox.ts'
import { invalid, otherCode, outcome } from '../../harness/steps/auth-calls.ts'
import {
  appeal,
  caseById,
  caseOf,
  decide,
  moderation,
  noticesOf,
  personWithRole,
  postOf,
  queueOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { startWebhook } from '../../harness/webhook.ts'

const app = await ownApp()
let number = 0

const questionId = await app.todaysQuestionId()
const moderator = await personWithRole(app, 'moderator')

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

async function asked(input: ReturnType<typeof form>) {
  const { status, body } = await ask(input)
  expect(status).toBe(200)
  return { id: body[0].id as string, passcode: codeIn(await newMail(app, input.email, 0)) }
}

const confirm = (confirmation: object) =>
  moderation(app, 'POST /request/confirm', undefined, confirmation)

async function request(post: string) {
  const input = form(post)
  const confirmation = await asked(input)
  const confirmed = await confirm(confirmation)
  expect(confirmed.status).toBe(200)
  return { ...input, confirmation, reference: confirmed.body[0].reference as string }
}

const somePost = async (text?: string) => postOf(app, questionId, await createPerson(app), text)

it('a request without an account opens a case, gives a reference number, and mails it', async () => {
  const author = await createPerson(app)
  const post = await postOf(app, questionId, author)
  const { reference, email, confirmation } = await request(post)
  expect(reference).toMatch(/^Q-[2-9A-Z]{10}$/)
  expect((await newMail(app, email, 1)).text).toContain(reference)
  expect((await confirm(confirmation)).body[0].reference).toBe(reference)
  const openCase = await caseById(app, moderator, reference)
  expect(openCase).toMatchObject({ state: 'open', isHeld: false, hasRequest: true, score: 1 })
  expect(openCase.requests).toMatchObject([
    { reference, kind: 'deletion', name: '山田花子', right: 'プライバシー' },
  ])
  expect(JSON.stringify(openCase)).not.toContain(email)
  expect(JSON.stringify(openCase)).not.toContain('03-0000-0000')
})

it('a request without an account takes the address of the post on this site, and no other', async () => {
  const post = await somePost()
  const address = `${app.origin}/theme_details?themeID=${questionId}#${post}`
  expect((await ask(form(address))).status).toBe(200)
  const foreign = await ask(form(address.replace(app.origin, 'https://other.example')))
  expect(outcome(foreign)).toEqual(invalid('post'))
  expect(outcome(await ask(form('no-such-post')))).toEqual([404, -1022])
})

it('a request without an account refuses a wrong code, and an address that is none', async () => {
  const input = form(await somePost())
  expect(outcome(await ask({ ...input, email: 'nobody' }))).toEqual(invalid('email'))
  const { id, passcode } = await asked(input)
  expect(outcome(await confirm({ id, passcode: otherCode(passcode) }))).toEqual(invalid('passcode'))
})

it('a request without an account is put to the author once, whose reply the case shows, and is answered by mail', async () => {
  const author = await createPerson(app)
  const post = await postOf(app, questionId, author)
  const { reference, email } = await request(post)
  const { caseId, version } = await caseOf(app, moderator, post)
  const inquiry = { caseId, version, reference }
  const inquire = (input: object) => moderation(app, 'POST /request/inquiry', moderator, input)
  const stale = await inquire({ ...inquiry, version: version - 1 })
  expect(outcome(stale)).toEqual(invalid('version'))
  const inquired = await inquire(inquiry)
  const [put] = inquired.body[0].requests
  expect(put.replyDueAt - Date.now() / 1000).toBeCloseTo(7 * DAY_S, -2)
  const listed = async () => (await queueOf(app, moderator)).find((one) => one.caseId === caseId)
  expect(await listed()).toMatchObject({ hasReply: false, replyDueAt: put.replyDueAt })
  const twice = await inquire({ ...inquiry, version: inquired.body[0].version })
  expect(outcome(twice)).toEqual(invalid('reference'))

  const [notice] = await noticesOf(app, author)
  expect(notice).toMatchObject({ kind: 'inquiry', replyDueAt: put.replyDueAt, isReplied: false })
  expect((await newMail(app, author.email, 0)).text).toContain('/notices')
  const reply = { noticeId: notice!.noticeId, reply: 'refuses', words: '自分の住所です。' }
  expect((await moderation(app, 'POST /request/reply', author, reply)).status).toBe(202)
  expect(outcome(await moderation(app, 'POST /request/reply', author, reply))).toEqual(
    invalid('noticeId'),
  )
  const [after] = await noticesOf(app, author)
  expect(after).toMatchObject({ kind: 'inquiry', isReplied: true })
  expect(after).not.toHaveProperty('replyDueAt')
  const other = await moderation(app, 'POST /request/reply', moderator, reply)
  expect(outcome(other)).toEqual([404, -1022])
  const replied = await caseOf(app, moderator, post)
  expect(replied).toMatchObject({ hasRequest: true, hasReply: true })
  expect(await listed()).not.toHaveProperty('replyDueAt')
  expect(replied.requests).toMatchObject([{ reply: 'refuses', replyText: '自分の住所です。' }])

  expect((await decide(app, moderator, replied, { action: 'hide' })).status).toBe(200)
  const notices = await noticesOf(app, author)
  expect(notices.find(({ kind }) => kind === 'inquiry')).toMatchObject({ outcome: 'upheld' })
  expect(notices.find(({ kind }) => kind === 'decision')?.decision?.foundByRequest).toBe(true)
  expect((await newMail(app, author.email, 1)).text).toContain(ja['notices.foundBy.request'])
  const told = await newMail(app, email, 2)
  expect(told).toMatchObject({ kind: 'requestUpheld' })
  expect(told.text).toContain(reference)

  expect(outcome(await ask(form(post)))).toEqual(invalid('hidden'))
})

it('a request without an account is refused with a reason, by mail and in the history', async () => {
  const post = await somePost()
  const { email } = await request(post)
  const decision = { action: 'none', refusalReason: '公表された情報です。' }
  const decided = await decide(app, moderator, await caseOf(app, moderator, post), decision)
  const why = expect.stringContaining(decision.refusalReason)
  expect(decided.body[0].history).toContainEqual(expect.objectContaining({ why }))
  expect(await newMail(app, email, 2)).toMatchObject({ kind: 'requestDismissed', text: why })
})

it('a request without an account is over once it is decided: an inquiry during an appeal says so, and is no conflict', async () => {
  const author = await createPerson(app)
  const post = await postOf(app, questionId, author)
  const { reference } = await request(post)
  await decide(app, moderator, await caseOf(app, moderator, post), { action: 'warn' })
  await appeal(app, author)
  const { caseId, version, state } = await caseOf(app, moderator, post)
  expect(state).toBe('appealed')
  const inquiry = { caseId, version, reference }
  const response = await moderation(app, 'POST /request/inquiry', moderator, inquiry)
  expect(outcome(response)).toEqual(invalid('reference'))
})

it('a request without an account finds the post hidden when it is confirmed after a decision against it', async () => {
  const post = await somePost()
  const input = form(post)
  const confirmation = await asked(input)
  await report(app, await createPerson(app), post)
  await decide(app, moderator, await caseOf(app, moderator, post), { action: 'hide' })
  expect(outcome(await confirm(confirmation))).toEqual(invalid('hidden'))
})

const countMails = async (of = 'newCases') =>
  (await mails(app, moderator.email)).filter(({ kind }) => kind === of)

it('an urgent report reaches the moderators ten minutes after the last mail, once for its case', async () => {
  const post = await somePost('Words to be kept back')
  const told = async (category: 'spam' | 'selfHarm') => {
    await report(app, await createPerson(app), post, category)
    await app.triggerCron()
    return countMails('urgentCases')
  }
  expect(await told('spam')).toEqual([])
  expect(await told('selfHarm')).toEqual([])
  await app.setClock(11 * MINUTE_MS)
  expect(await told('selfHarm')).toHaveLength(1)
  const [mail] = await told('selfHarm')
  expect(await countMails('urgentCases')).toEqual([mail])
  expect(mail!.subject).toContain('急ぎ')
  expect(mail!.text).toContain('うち急ぎ1件')
})

it('new cases reach the moderators by mail once an hour, and not when nothing is new', async () => {
  await app.triggerCron()
  const before = (await countMails()).length
  for (const category of ['hate', 'spam'] as const) {
    const post = await somePost('Words to be kept back')
    await report(app, await createPerson(app), post, category)
  }
  await app.triggerCron()
  expect(await countMails()).toHaveLength(before)
  await app.setClock(2 * HOUR_MS)
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

it('new cases reach a webhook instead, which is tried again after a failure', async () => {
  const webhook = await startWebhook<{ fresh: number; link: string }>()
  webhook.status = 500
  const before = (await countMails()).length
  await app.setVars({ MODERATION_WEBHOOK_URL: webhook.url, CLOCK_OFFSET_MS: String(5 * HOUR_MS) })
  const post = await somePost('Words to be kept back')
  await report(app, await createPerson(app), post)
  await expect(app.triggerCron()).rejects.toThrow()
  webhook.status = 204
  await app.triggerCron()
  await app.triggerCron()
  await webhook.stop()
  const { received } = webhook
  expect(received).toHaveLength(2)
  expect(received[1]).toMatchObject({ fresh: 1, link: expect.any(String) })
  expect(JSON.stringify(received)).not.toContain('Words to be kept back')
  expect(await countMails()).toHaveLength(before)
})
