import ja from '../../locales/ja.json' with { type: 'json' }
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_S, HOUR_S } from '../../src/domain/durations.ts'
import { setTestVars } from '../../harness/own-app.ts'
import { mails } from '../../harness/outbox.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import {
  appeal,
  decide,
  decideAppeal,
  grant,
  moderation,
  noticesOf,
  ownPost,
  personWithRole,
  report,
  TEXT,
} from '../../harness/steps/moderation-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import {
  app,
  author,
  caseNow,
  commentId,
  decideNow,
  first,
  isShown,
  moderator,
  recordOf,
  setUpModeration,
} from './moderation-setting.ts'

setUpModeration()

const until = () => Math.floor(Date.now() / 1000) + HOUR_S

beforeEach(() => report(app, first(), commentId))

it.each([
  ['hidden', () => decideNow({ action: 'hide' })],
  ['deleted', () => callService(app, 'comment', 'DELETE /comment', author, { commentId })],
])('a case says that the site translates its post, until that is %s', async (_, end) => {
  const translator = async () => (await caseNow()).hasTranslator
  expect(await translator()).toBeUndefined()
  await setTestVars(app, { TRANSLATOR: 'libretranslate', TRANSLATOR_URL: 'https://a.example' })
  expect(await translator()).toBe(true)
  await end()
  expect(await translator()).toBeUndefined()
})

describe('decided cases', () => {
  it('are listed by their last decision, page by page', async () => {
    const { caseId } = await caseNow()
    const list = (input?: object) =>
      moderation(app, 'GET /case', moderator, { state: 'closed', limit: 1, ...input })
    expect((await list({ limit: 50 })).body).not.toContainEqual(expect.objectContaining({ caseId }))
    await decideNow({ action: 'none' })
    await decideNow({ action: 'hide' })
    const newest = await list()
    const decision = { action: 'hide', moderator: moderator.username }
    expect(newest.body).toMatchObject([{ caseId, state: 'closed', text: TEXT, decision }])
    expect(newest.body[0]).not.toHaveProperty('isOwnDecision')
    const after = newest.headers.get('Next-After')
    if (after) expect((await list({ limit: 50, after })).body).not.toMatchObject([{ caseId }])
    expect(outcome(await list({ after: 'nobody' }))).toEqual(invalid('after'))
    const waiting = await moderation(app, 'GET /case', moderator, { limit: 1, after: caseId })
    expect(outcome(waiting)).toEqual(invalid('after'))
  })

  it('in favour of a post are corrected for the reporters too', async () => {
    expect(await noticesOf(app, first())).toMatchObject([{ kind: 'report', text: TEXT }])
    await decideNow({ action: 'none' })
    expect(await noticesOf(app, first())).toMatchObject([{ outcome: 'dismissed', text: TEXT }])
    expect(await recordOf(first())).toEqual({ upheld: 0, dismissed: 1 })
    await decideNow({ action: 'hide' })
    expect(await noticesOf(app, first())).toMatchObject([{ outcome: 'upheld', text: '' }])
    expect(await recordOf(first())).toEqual({ upheld: 1, dismissed: 0 })
  })

  it('against a post are reversed by “none”, for its author, the reporters and an appeal', async () => {
    await decideNow({ action: 'hide' })
    const [earlier] = await noticesOf(app, author)
    expect(outcome(await decideNow({ action: 'none', explanation: ' ' }))).toEqual(
      invalid('explanation'),
    )
    expect((await decideNow({ action: 'none' })).body).toMatchObject([
      { state: 'closed', isHeld: false, text: TEXT, decisions: [{}, { action: 'reverse' }] },
    ])
    expect(await isShown()).toBe(true)
    const notices = await noticesOf(app, author)
    expect(notices[0]).toMatchObject({
      kind: 'decision',
      decision: { action: 'reverse', explanation: 'It attacks a person.' },
      text: TEXT,
    })
    for (const notice of notices) expect(notice).not.toHaveProperty('appealUntil')
    const { decisionId } = earlier!.decision!
    const late = await moderation(app, 'POST /appeal', author, { decisionId, text: 'No.' })
    expect(late.status).toBe(406)
    expect(await noticesOf(app, first())).toMatchObject([{ outcome: 'dismissed' }])
    expect(await recordOf(first())).toEqual({ upheld: 0, dismissed: 1 })
  })

  it('in favour of a post are replaced by “hide”, with reasons, an appeal and its text', async () => {
    const operator = await personWithRole(app, 'operator')
    await decide(app, operator, await caseNow(), { action: 'none' })
    expect((await decideNow({ action: 'hide' })).status).toBe(200)
    expect(await isShown()).toBe(false)
    expect(await ownPost(app, author, commentId)).toMatchObject({ text: TEXT, hidden: {} })
    const [notice] = await noticesOf(app, author)
    expect(notice!.appealUntil).toBe(notice!.decision!.decidedAt + 30 * DAY_S)
    await appeal(app, author)
    const appealed = await caseNow()
    expect(appealed).toMatchObject({ state: 'appealed', text: TEXT, isOwnDecision: true })
    expect(outcome(await decideNow({ action: 'hide' }))).toEqual(invalid('version'))
    expect((await decideAppeal(app, operator, appealed)).status).toBe(200)
    expect(outcome(await decideNow({ action: 'hide' }))).toEqual(invalid('version'))
    // What is decided about a later report is another matter.
    await report(app, operator, commentId, 'personalInformation')
    for (const action of ['none', 'hide'])
      expect((await decideNow({ action })).status, action).toBe(200)
  })

  it('about a colleague are replaced by a higher rank only', async () => {
    await decideNow({ action: 'hide' })
    await grant(app, author, 'moderator')
    expect(outcome(await decideNow({ action: 'none' }))).toEqual([403, -1016])
  })

  it.each(['none', 'hide'])('that pause the account are lifted by “%s”', async (action) => {
    await decideNow({ action: 'pause', until: until() })
    expect(outcome(await moderation(app, 'GET /mute', author))).toEqual([403, -1014])
    expect((await decideNow({ action })).body).toMatchObject([
      { decisions: [{ action: 'pause', endedAt: expect.any(Number) }, {}] },
    ])
    expect((await moderation(app, 'GET /mute', author)).status).toBe(200)
    const told = (await mails(app, author.email)).map(({ kind, text }) => `${kind}: ${text}`)
    const words = action === 'none' ? 'It attacks a person.' : ja['moderation.told.lifted']
    const kind = action === 'none' ? 'decisionReversed' : 'decision'
    expect(told.some((mail) => mail.startsWith(`${kind}:`) && mail.includes(words))).toBe(true)
  })

  it('stay once the text is erased', async () => {
    const [decided] = (await decideNow({ action: 'hide' })).body
    expect(decided).not.toHaveProperty('erasedAt')
    await app.sql`UPDATE moderation_case SET sealed_text = NULL, expires_at = NULL
      WHERE comment_id = ${commentId}`.run()
    expect(outcome(await decideNow({ action: 'none' }))).toEqual(invalid('version'))
    const { decisions, erasedAt } = await caseNow()
    expect(erasedAt).toBe(decisions[0]!.decidedAt + 30 * DAY_S)
  })
})
