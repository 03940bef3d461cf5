import en from '../../locales/en.json' with { type: 'json' }
import { DAY_MS } from '../../src/domain/durations.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passcodePurpose } from '../../src/domain/passcode.ts'
import { insertPasscode, type TestPerson } from '../../harness/people.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeIn, mails, newMail } from '../../harness/outbox.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import {
  TEXT,
  appeal,
  caseById,
  decide,
  decideAppeal,
  moderation,
  noticesOf,
  personWithRole,
  postOf,
  queueOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { callService, exportOf } from '../../harness/steps/service-calls.ts'
import {
  app,
  author,
  caseNow,
  commentId,
  decideNow,
  first,
  moderator,
  question,
  questionId,
  recordOf,
  setUpModeration,
} from './moderation-setting.ts'

let other: TestPerson

setUpModeration()
beforeAll(async () => {
  other = await personWithRole(app, 'operator')
})

const shownComment = async () =>
  (await question()).questionComments!.find((comment) => comment.commentId === commentId)

const stored = <Value>(sql: string) =>
  app.db
    .prepare(sql)
    .bind(commentId)
    .first<Value>('value' as never)

describe('an appeal', () => {
  let decisionId: string
  beforeEach(async () => {
    await report(app, first(), commentId)
    await decideNow({ action: 'ban' })
    decisionId = (await noticesOf(app, author))[0]!.decision!.decisionId
  })
  const appealNow = (as = author) =>
    moderation(app, 'POST /appeal', as, { decisionId, text: 'I meant a song.' })
  const decideAppealNow = async (as: TestPerson, outcome: 'reversed' | 'upheld') =>
    decideAppeal(app, as, await caseNow(), outcome)

  it('is made once, by the author, also while suspended', async () => {
    expect(outcome(await appealNow(first()))).toEqual([404, -1022])
    const response = await appealNow()
    expect(response.body).toMatchObject([{ reference: expect.stringMatching(/^A-/) }])
    const { caseId, state } = await caseById(app, moderator, response.body[0].reference)
    expect(state).toBe('appealed')
    for (const [as, isOwnDecision] of [
      [moderator, true],
      [other, undefined],
    ] as const) {
      const listed = (await queueOf(app, as)).find((one) => one.caseId === caseId)
      expect(listed?.isOwnDecision).toBe(isOwnDecision)
    }
    expect(outcome(await appealNow())).toEqual(invalid('decisionId'))
    expect(await caseNow()).toMatchObject({
      state: 'appealed',
      appeal: { text: 'I meant a song.', isOwnDecision: true },
    })
    const [waiting] = await noticesOf(app, author)
    expect(waiting).not.toHaveProperty('appealUntil')
    expect(waiting).toMatchObject({ appealedAt: response.body[0].receivedAt })
    expect((await decideAppealNow(other, 'upheld')).status).toBe(200)
    for (const notice of await noticesOf(app, author))
      expect(notice).not.toHaveProperty('appealedAt')
  })

  it('can be made in the notices, however many others have come since', async () => {
    await app.sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO notice (id, user_id, kind, case_id, created_at)
      SELECT 'n-' || i, ${author.userId}, iif(i = 1, 'inquiry', 'outcome'), '', ${Date.now()} + i FROM n`.run()
    const notices = await noticesOf(app, author)
    expect(notices.map((notice) => notice.decision?.decisionId)).toContain(decisionId)
    expect(notices.map(({ kind }) => kind)).toContain('inquiry')
  })

  it('comes too late after 30 days', async () => {
    await app.sql`UPDATE decision SET created_at = ${Date.now() - 30 * DAY_MS - 1000}
      WHERE id = ${decisionId}`.run()
    expect(outcome(await appealNow())).toEqual(invalid('decisionId'))
    expect((await noticesOf(app, author))[0]).not.toHaveProperty('appealUntil')
  })

  it('is decided by another person; a reversal shows the post and ends the suspension', async () => {
    await appealNow()
    expect(outcome(await decideAppealNow(moderator, 'upheld'))).toEqual([403, -1016])
    expect((await decideAppealNow(other, 'reversed')).status).toBe(200)
    expect(await shownComment()).toMatchObject({ text: TEXT })
    expect((await moderation(app, 'GET /mute', author)).status).toBe(200)
    expect((await noticesOf(app, author))[0]).toMatchObject({
      kind: 'appeal',
      outcome: 'reversed',
      explanation: 'It is a song.',
    })
    expect((await noticesOf(app, first()))[0]).toMatchObject({ outcome: 'dismissed' })
    for (const notice of await noticesOf(app, author)) expect(notice.text).toBe(TEXT)
    const told = (await mails(app, author.email)).find(({ kind }) => kind === 'appealReversed')!
    for (const part of ['投稿は、ふたたび公開されています。', 'アカウントの停止は解除しました。'])
      expect(told.text).toContain(part)
  })

  const OTHERS = "user_role WHERE role IN ('moderator', 'operator') AND user_id <> ?1"
  it.each([
    [
      'has the role',
      `UPDATE user_role SET role = 'editor' WHERE user_id IN (SELECT user_id FROM ${OTHERS})`,
      "UPDATE user_role SET role = 'operator' WHERE user_id <> ?1",
    ],
    [
      'is activated',
      `UPDATE user SET activated_at = NULL WHERE id IN (SELECT user_id FROM ${OTHERS})`,
      'UPDATE user SET activated_at = 1 WHERE id <> ?1',
    ],
    [
      'is still there',
      `UPDATE user SET removed_at = 1 WHERE id IN (SELECT user_id FROM ${OTHERS})`,
      'UPDATE user SET removed_at = NULL WHERE id <> ?1',
    ],
    [
      'is free to act',
      `INSERT INTO ban (id, user_id, starts_at) SELECT user_id, user_id, 1 FROM ${OTHERS}`,
      'DELETE FROM ban WHERE id = user_id AND user_id <> ?1',
    ],
  ])('is decided by the one who decided where nobody else %s', async (_, change, restore) => {
    await appealNow()
    const withOthers = (sql: string) => app.db.prepare(sql).bind(moderator.userId).run()
    await withOthers(change)
    expect(await caseNow()).toMatchObject({ appeal: { isOwnDecision: false } })
    expect((await decideAppealNow(moderator, 'reversed')).status).toBe(200)
    await withOthers(restore)
  })

  it('against an operator’s ban is decided by the only operator, and by no moderator', async () => {
    await decide(app, other, await caseNow(), { action: 'ban' })
    await appeal(app, author)
    await app.sql`UPDATE user_role SET role = 'moderator'
      WHERE role = 'operator' AND user_id <> ${other.userId}`.run()
    expect(outcome(await decideAppealNow(moderator, 'upheld'))).toEqual([403, -1016])
    expect((await decideAppealNow(other, 'upheld')).status).toBe(200)
  })

  it('leaves the post hidden and erases its text when it fails', async () => {
    await appealNow()
    const [decided] = (await decideAppealNow(other, 'upheld')).body
    expect(decided).toMatchObject({ text: '', appeal: { text: '' } })
    expect(Math.abs(decided.erasedAt - Date.now() / 1000)).toBeLessThan(60)
    expect(await shownComment()).toBeUndefined()
    expect(outcome(await moderation(app, 'GET /mute', author))).toEqual([403, -1013])
    const texts = `SELECT appeal.sealed_text AS value FROM appeal JOIN decision ON decision.id = appeal.decision_id
      JOIN moderation_case ON moderation_case.id = decision.case_id WHERE comment_id = ?1`
    expect(await stored(texts)).toBe('')
  })
})

const ask = async (email: string) => {
  const input = { commentId, category: 'spam', email, language: 'en' }
  const { body } = await moderation(app, 'POST /report/guest', undefined, input)
  return { id: body[0].id as string, passcode: codeIn(await newMail(app, email, 0)) }
}
const confirm = (id: string, passcode: string) =>
  moderation(app, 'POST /report/confirm', undefined, { id, passcode })

describe('a guest’s report', () => {
  it('counts once its code is entered, weighs little and is answered by mail, also after a change', async () => {
    const email = newEmail()
    const { id, passcode } = await ask(email)
    expect(await stored('SELECT id AS value FROM moderation_case WHERE comment_id = ?1')).toBeNull()
    const { body } = await confirm(id, passcode)
    expect((await confirm(id, passcode)).body).toEqual(body)
    const openCase = await caseNow()
    expect(openCase).toMatchObject({ score: 0.25, reports: [{ isGuest: true }] })
    expect(JSON.stringify(openCase)).not.toContain(email)
    await decide(app, moderator, openCase, { action: 'hide' })
    await decideNow({ action: 'none' })
    const [, upheld, outcome] = await mails(app, email)
    expect(outcome).toMatchObject({ kind: 'reportDismissed' })
    expect(outcome!.text).toContain(body[0].reference)
    const changed = en['moderation.told.changed']
    expect([upheld!, outcome!].map(({ text }) => text.includes(changed))).toEqual([false, true])
  })

  it('takes a right code as often as it arrives, also at the same moment', async () => {
    const { id, passcode } = await ask(newEmail())
    const all = await Promise.all(Array.from({ length: 30 }, () => confirm(id, passcode)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('takes five wrong codes and no more', async () => {
    const { id, passcode } = await ask(newEmail())
    const wrong = passcode === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries++)
      expect(outcome(await confirm(id, wrong))).toEqual(invalid('passcode'))
    expect(outcome(await confirm(id, passcode))).toEqual([403, -1021])
    expect(outcome(await confirm('unknown', passcode))).toEqual(invalid('passcode'))
  })

  it('is kept sealed, and together with others holds nothing', async () => {
    for (let number = 0; number < 6; number++) {
      const { id, passcode } = await ask(newEmail())
      await confirm(id, passcode)
    }
    expect(await caseNow()).toMatchObject({ score: 1, isHeld: false })
    const { results } = await app.sql`SELECT * FROM unconfirmed_report`.all()
    expect(JSON.stringify(results)).not.toMatch(/@|spam/)
  })

  it('is asked for in the same way for an address with an account', async () => {
    const { id } = await ask(author.email)
    expect(id).toMatch(/^[\w-]{22}$/)
  })
})

describe('a post that its author deletes while the case is open', () => {
  const removed = () => callService(app, 'comment', 'DELETE /comment', author, { commentId })

  it('is decided by its kept text', async () => {
    await report(app, first(), commentId)
    expect((await removed()).status).toBe(205)
    const openCase = await caseNow()
    expect(openCase).toMatchObject({ text: TEXT, comment: { isDeleted: true }, isHeld: false })
    expect((await decide(app, moderator, openCase, { action: 'warn' })).status).toBe(200)
  })

  it('has a case, or none, in either order', async () => {
    const [reported] = await Promise.all([
      moderation(app, 'POST /report', first(), { commentId, category: 'hate' }),
      removed(),
    ])
    const cases = await stored<number>(
      'SELECT count(*) AS value FROM moderation_case WHERE comment_id = ?1',
    )
    expect([reported.status, cases]).toEqual(cases ? [200, 1] : [404, 0])
    expect(await shownComment()).toBeUndefined()
  })

  it('waits for nobody once its account is deleted, and everybody who asked learns that it is gone', async () => {
    const guest = newEmail()
    await report(app, first(), commentId)
    const { id, passcode } = await ask(guest)
    await confirm(id, passcode)
    const { caseId } = await caseNow()
    await insertPasscode(app, author, passcodePurpose.accountDeletion, '123456')
    const input = { passcode: '123456', language: 'en' }
    expect((await callService(app, 'account', 'DELETE /user/', author, input)).status).toBe(205)
    expect((await queueOf(app, moderator)).map((one) => one.caseId)).not.toContain(caseId)
    expect(await caseNow()).toMatchObject({
      state: 'closed',
      text: TEXT,
      author: '',
      reports: [{ outcome: 'upheld' }, { outcome: 'upheld' }],
    })
    expect(await noticesOf(app, first())).toMatchObject([{ kind: 'outcome', outcome: 'upheld' }])
    expect(await mails(app, guest)).toMatchObject([{}, { kind: 'reportUpheld' }])
    expect(await recordOf(first())).toBeNull()
  })
})

it('refuses a post after a ban at the same time', async () => {
  await report(app, first(), commentId)
  const openCase = await caseNow()
  const post = () =>
    callService(app, 'comment', 'POST /comment', author, { questionId, text: 'One more.' })
  const [posted, banned] = await Promise.all([
    post(),
    decide(app, moderator, openCase, { action: 'ban' }),
  ])
  expect(banned.status).toBe(200)
  expect([200, 403]).toContain(posted.status)
  expect((await post()).status).toBe(403)
  const count = await app.sql`SELECT count(*) AS n FROM comment
    WHERE user_id = ${author.userId}`.first<number>('n')
  expect(count).toBe(posted.status === 200 ? 2 : 1)
})

it('exports one’s reports, decisions, appeals and mutes', async () => {
  await report(app, author, await postOf(app, questionId, first()))
  await report(app, first(), commentId)
  await decideNow({ action: 'hide' })
  await appeal(app, author)
  await app.sql`INSERT INTO mute VALUES (${author.userId}, ${first().userId}, 1)`.run()
  expect(JSON.parse(await exportOf(app, author, 'json')).moderation).toMatchObject({
    reports: [{ category: 'harassment' }],
    decisions: [{ commentId, action: 'hide', explanation: 'It attacks a person.' }],
    appeals: [{ text: 'I meant a song.' }],
    mutes: [{ username: first().username }],
  })
  // The page holds posts alone.
  expect(await exportOf(app, author)).not.toContain('harassment')
})
