import ja from '../../locales/ja.json' with { type: 'json' }
import { beforeEach, describe, expect, it } from 'vitest'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { mails } from '../../harness/outbox.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import {
  caseOf,
  decide,
  grant,
  GROUND,
  moderation,
  noticesOf,
  ownPost,
  personWithRole,
  postOf,
  queueOf,
  report,
  TEXT,
} from '../../harness/steps/moderation-calls.ts'
import {
  app,
  author,
  caseNow,
  commentId,
  decideNow,
  first,
  isShown,
  moderator,
  questionId,
  recordOf,
  reportByAll,
  reporters,
  setUpModeration,
} from './moderation-setting.ts'

setUpModeration()

describe('the decision “none”', () => {
  beforeEach(async () => {
    await reportByAll('spam')
    expect((await decideNow({ action: 'none' })).status).toBe(200)
  })

  it('shows the post again, erases what was kept and tells everybody', async () => {
    expect(await isShown()).toBe(true)
    expect(await ownPost(app, author, commentId)).not.toHaveProperty('hidden')
    expect(await caseNow()).toMatchObject({
      state: 'closed',
      text: TEXT,
      score: 0,
      reports: [{ outcome: 'dismissed', words: '' }, {}, {}],
    })
    const kept = app.sql`SELECT sealed_text FROM moderation_case WHERE comment_id = ${commentId}`
    expect(await kept.first('sealed_text')).toBeNull()
    const [newest] = await noticesOf(app, author)
    expect(newest).toMatchObject({ kind: 'decision', decision: { action: 'none' } })
    const [ofReporter] = await noticesOf(app, first())
    expect(ofReporter).toMatchObject({ kind: 'outcome', outcome: 'dismissed', text: TEXT })
  })

  it('mutes further reports of that kind, and no other', async () => {
    const another = await createPerson(app)
    await report(app, another, commentId, 'spam')
    expect(await caseNow()).toMatchObject({ state: 'closed', score: 0 })
    expect(await noticesOf(app, another)).toMatchObject([{ kind: 'outcome', outcome: 'dismissed' }])
    await report(app, another, commentId, 'hate')
    expect(await caseNow()).toMatchObject({ state: 'open', text: TEXT })
  })

  it('lowers the weight of the reporters', async () => {
    expect((await recordOf(first()))!['dismissed']).toBeGreaterThan(0)
    const other = await postOf(app, questionId, await createPerson(app))
    await report(app, first(), other, 'spam')
    expect((await caseOf(app, moderator, other)).score).toBeLessThan(1)
  })
})

describe('a decision against a post', () => {
  beforeEach(async () => {
    await report(app, first(), commentId)
  })

  it('hides it, keeps its text sealed alone, and gives the author the reasons', async () => {
    const response = await decideNow({ action: 'hide' })
    expect(response.body).toMatchObject([{ state: 'closed', isHeld: true, text: TEXT }])
    expect(await isShown()).toBe(false)
    const stored = app.sql`SELECT text FROM comment WHERE id = ${commentId}`
    expect(await stored.first('text')).toBe('')
    expect(await ownPost(app, author, commentId)).toMatchObject({
      text: TEXT,
      hidden: { state: 'hidden', ground: GROUND, explanation: 'It attacks a person.' },
    })
    const [notice] = await noticesOf(app, author)
    expect(notice).toMatchObject({
      kind: 'decision',
      text: TEXT,
      isRead: false,
      decision: { action: 'hide', ground: GROUND, foundByFilter: false },
      appealUntil: expect.any(Number),
    })
    expect(notice!.decision).not.toHaveProperty('moderator')
    expect((await noticesOf(app, first()))[0]).toMatchObject({ outcome: 'upheld' })
  })

  it('is mailed to the author in their language', async () => {
    await app.sql`UPDATE user SET language = 'en' WHERE id = ${author.userId}`.run()
    await decideNow({ action: 'warn' })
    const [mail] = await mails(app, author.email)
    expect(mail).toMatchObject({ kind: 'decision' })
    for (const part of [TEXT, GROUND.text, 'It attacks a person.', 'a warning', '/notices'])
      expect(mail!.text).toContain(part)
    expect(mail!.text).toContain('The post was reported')
  })

  it('bans the account, whose notices stay readable, as the mail says', async () => {
    await decideNow({ action: 'ban' })
    const [mail] = await mails(app, author.email)
    for (const part of [GROUND.text, 'It attacks a person.', ja['moderation.told.logIn']])
      expect(mail!.text).toContain(part)
    expect(outcome(await moderation(app, 'GET /mute', author))).toEqual([403, -1013])
    expect(await noticesOf(app, author)).toMatchObject([{ decision: { action: 'ban' } }])
  })

  it.each([
    ['ground', { action: 'hide', ground: undefined }],
    ['explanation', { action: 'warn', explanation: ' ' }],
    ['until', { action: 'pause' }],
    ['until', { action: 'pause', until: 1 }],
    ['until', { action: 'pause', until: Date.now() }],
    ['until', { action: 'pause', until: Number.MAX_SAFE_INTEGER }],
    ['until', { action: 'hide', until: 9_999_999_999 }],
  ])('needs its %s', async (field, decision) => {
    expect(outcome(await decideNow(decision))).toEqual(invalid(field))
    expect(await isShown()).toBe(true)
  })

  it('suspends nobody with a higher role', async () => {
    await grant(app, author, 'operator')
    expect(outcome(await decideNow({ action: 'ban' }))).toEqual([403, -1016])
    expect((await decideNow({ action: 'none' })).status).toBe(200)
  })

  it('is recorded with who, what and why, for good', async () => {
    await decideNow({ action: 'hide' })
    const { history } = await caseNow()
    expect(history).toMatchObject([
      { actor: moderator.username, action: 'decide:hide', why: expect.stringContaining('Rule 2') },
    ])
    for (const sql of ['DELETE FROM audit_log', "UPDATE audit_log SET why = ''"])
      await expect(app.db.prepare(sql).run()).rejects.toThrow(/append-only/)
  })

  it('counts once when two moderators decide at once', async () => {
    const other = await personWithRole(app, 'moderator')
    const openCase = await caseNow()
    const responses = await Promise.all([
      decide(app, moderator, openCase, { action: 'hide' }),
      decide(app, other, openCase, { action: 'none' }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 406])
    expect((await caseNow()).decisions).toHaveLength(1)
  })
})

it('marks one’s own notices as read', async () => {
  await reportByAll()
  const [notice] = await noticesOf(app, author)
  const noticeIds = [notice!.noticeId]
  await moderation(app, 'PUT /notice/read', first(), { noticeIds })
  expect(await noticesOf(app, author)).toMatchObject([{ isRead: false }])
  await moderation(app, 'PUT /notice/read', author, { noticeIds })
  expect(await noticesOf(app, author)).toMatchObject([{ isRead: true }])
})

describe('the case about a moderator’s own post', () => {
  const seen = async (as: TestPerson, id: string) => {
    const { reports, requests, categories, score, history } = await caseOf(app, as, id)
    return [reports.length, requests.length, categories.length, history.length, score > 0]
  }

  it('tells its author nothing about who reported it, unless no one else can decide, and others everything', async () => {
    const own = await postOf(app, questionId, moderator)
    for (const reporter of reporters) await report(app, reporter, own, 'hate')
    const operator = await personWithRole(app, 'operator')
    const openCase = await caseOf(app, operator, own)
    expect(await seen(operator, own)).toEqual([3, 0, 1, expect.any(Number), true])
    expect(await seen(moderator, own)).toEqual([0, 0, 0, 0, false])
    const listed = async () =>
      (await queueOf(app, moderator)).find(({ caseId }) => caseId === openCase.caseId)
    expect(await listed()).toMatchObject({ categories: [], score: 0, text: TEXT })
    await app.sql`INSERT INTO rights_request (reference, case_id, kind, language, sealed_form, created_at, reply_due_at)
      VALUES ('Q-OWN', ${openCase.caseId}, 'dsa', 'ja', '', 1, 1)`.run()
    const { hasRequest, replyDueAt } = (await listed())!
    expect([hasRequest, replyDueAt]).toEqual([false, undefined])
    const none = { action: 'none' }
    await app.sql`DELETE FROM user_role WHERE role = 'operator'`.run()
    await personWithRole(app, 'moderator')
    expect(await seen(moderator, own)).toEqual([0, 0, 0, 0, false])
    expect(outcome(await decide(app, moderator, openCase, none))).toEqual([403, -1016])
    await app.sql`DELETE FROM user_role WHERE user_id <> ${moderator.userId}`.run()
    expect(await seen(moderator, own)).toEqual([3, 1, 1, expect.any(Number), true])
    expect(await listed()).toMatchObject({ categories: [{ category: 'hate', count: 3 }] })
  })
})

it('a moderator decides about a post that she reported, and sees which report is hers', async () => {
  await report(app, moderator, commentId, 'spam')
  await report(app, first(), commentId, 'hate')
  const { reports, ...openCase } = await caseNow()
  expect(reports.map(({ category, isOwn }) => [category, isOwn]).toSorted()).toEqual([
    ['hate', false],
    ['spam', true],
  ])
  const response = await decide(app, moderator, { ...openCase, reports }, { action: 'hide' })
  expect(response.body).toMatchObject([{ state: 'closed' }])
})
