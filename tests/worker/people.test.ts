import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_S } from '../../src/domain/durations.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { mails } from '../../harness/outbox.ts'
import { invalid, login, outcome } from '../../harness/steps/auth-calls.ts'
import {
  appeal,
  caseOf,
  decide,
  decideAppeal,
  grant,
  GROUND,
  moderation,
  noticesOf,
  personWithRole,
  postOf,
  queueOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import type { CaseSummary } from '../../src/contract/case-schemas.ts'
import { callService, exportOf } from '../../harness/steps/service-calls.ts'

const BAN = { change: 'ban', ground: GROUND, explanation: 'Three times.' } as const
const pauseOfADay = () => ({
  change: 'pause',
  until: Math.floor(Date.now() / 1000) + DAY_S,
  ground: GROUND,
  explanation: 'Twice.',
})
const OUTDATED = invalid('change')

const app = await sharedApp()
const questionId = await app.todaysQuestionId()
let person: TestPerson

const operator = await personWithRole(app, 'operator')
const moderator = await personWithRole(app, 'moderator')
beforeEach(async () => {
  person = await createPerson(app)
})

const find = (as: TestPerson, name: string) =>
  callService(app, 'operator', 'GET /person', as, { name })
const actionsOf = async (as: TestPerson, of: TestPerson) =>
  (await find(as, of.username)).body[0].actions
/** As one who has the person's newest state in sight. */
async function change(as: TestPerson, of: TestPerson, input: object) {
  const seenId = (await find(as, of.username)).body[0].suspension?.suspensionId
  const body = { userId: of.userId, seenId, ...input }
  return callService(app, 'operator', 'POST /person/change', as, body)
}
const remove = (as: TestPerson, { userId, username }: TestPerson, typed = username) =>
  callService(app, 'operator', 'DELETE /person', as, { userId, username: typed, why: 'Asked.' })

async function audits(subject: TestPerson) {
  const { results } = await app.sql`SELECT actor_id AS actor, action, why FROM audit_log
    WHERE subject = ${subject.userId} ORDER BY seq`.all()
  return results
}

const suspensionsOf = (of: TestPerson) =>
  app.sql`SELECT count(*) AS n FROM ban WHERE user_id = ${of.userId}`.first('n')

async function appealedBy(of: TestPerson): Promise<CaseSummary> {
  await appeal(app, of)
  const queue = await queueOf(app, operator)
  return queue.find(({ author }) => author === of.username)!
}

const lastMail = async (to: TestPerson, kind: string) =>
  (await mails(app, to.email)).filter((mail) => mail.kind === kind).at(-1)

describe('finding a person', () => {
  it('are listed by the first letters of their name', async () => {
    const [a, b] = [await createPerson(app), await createPerson(app)]
    const start = `List${a.userId.replace(/\W/g, '').slice(0, 8)}`
    for (const [{ userId }, end] of [
      [b, 'b'],
      [a, 'A'],
    ] as const)
      await app.sql`UPDATE user SET username = ${start + end}, username_key = ${(start + end).toLowerCase()}
        WHERE id = ${userId}`.run()
    const list = async (start: string) =>
      (await callService(app, 'operator', 'GET /person/list', moderator, { start })).body
    const named = (end: string) => ({ username: start + end, roles: [] })
    expect(await list(start.toUpperCase())).toEqual([named('A'), named('b')])
    expect(await list(`${start}b`)).toEqual([named('b')])
    expect(await list(`${start}%`)).toEqual([])
  })

  it('shows their sessions and cases, and to a moderator no address', async () => {
    const post = await postOf(app, questionId, person, 'A reported post')
    await report(app, await createPerson(app), post)
    const { body } = await find(moderator, person.username.toUpperCase())
    expect(body).toMatchObject([
      {
        userId: person.userId,
        username: person.username,
        posts: 1,
        isActivated: true,
        roles: [],
        sessions: [{}],
        language: 'ja',
        cases: [{ state: 'open', text: 'A reported post' }],
        latestPosts: [{ commentId: post, questionId, text: 'A reported post', isHidden: false }],
      },
    ])
    await decide(app, moderator, await caseOf(app, moderator, post), { action: 'hide' })
    const { cases, latestPosts } = (await find(moderator, person.username)).body[0]
    expect(latestPosts).toMatchObject([{ text: 'A reported post', isHidden: true }])
    expect(latestPosts[0]).not.toHaveProperty('sealedText')
    expect(cases).toMatchObject([{ text: 'A reported post', decisions: [{ action: 'hide' }] }])
    expect(cases[0]).not.toHaveProperty('sealedText')
    expect(JSON.stringify(body)).not.toContain('@')
    expect(await audits(person)).toEqual([])
  })

  it('is not needed for those who are suspended or have a role', async () => {
    const list = async () =>
      (await callService(app, 'operator', 'GET /person/list', moderator)).body as object[]
    expect(await list()).toContainEqual({ username: moderator.username, roles: ['moderator'] })
    expect(JSON.stringify(await list())).not.toContain(person.username)
    await change(moderator, person, BAN)
    const banned = {
      username: person.username,
      suspension: expect.objectContaining({ until: null }),
    }
    expect(await list()).toContainEqual(expect.objectContaining(banned))
  })

  it('by address is for operators alone, and every look at an address is in the audit log', async () => {
    expect(outcome(await find(moderator, person.email))).toEqual([403, -1016])
    expect((await find(operator, person.email.toUpperCase())).body).toMatchObject([
      { userId: person.userId, email: person.email },
    ])
    await find(operator, person.username)
    expect(await audits(person)).toEqual([
      { actor: operator.userId, action: 'person.address', why: '' },
      { actor: operator.userId, action: 'person.address', why: '' },
    ])
    expect(JSON.stringify(app.logs)).not.toContain(person.email)
  })

  it('is 404 for an unknown person, and is never cached', async () => {
    expect(outcome(await find(operator, 'nobody-at-all'))).toEqual([404, -1022])
    const { headers } = await find(operator, person.username)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('acting on a person', () => {
  it('ends their sessions', async () => {
    const { body } = await change(moderator, person, { change: 'endSessions' })
    expect(body).toMatchObject([{ userId: person.userId, sessions: [] }])
    expect((await callService(app, 'user', 'GET /user/me', person)).status).toBe(401)
    expect(await audits(person)).toMatchObject([{ action: 'person.endSessions' }])
  })

  it('pauses and bans with a ground that the person reads, and ends it again', async () => {
    const pause = pauseOfADay()
    const paused = await change(moderator, person, pause)
    expect(paused.body).toMatchObject([{ suspension: { until: pause.until, reason: GROUND.text } }])
    const told = await lastMail(person, 'accountDecision')
    for (const part of [GROUND.text, 'Twice.', '/notices', '（日本時間）まで', '30日以内'])
      expect(told!.text).toContain(part)
    expect(outcome(await moderation(app, 'GET /mute', person))).toEqual([403, -1014])
    const [lifted] = (await change(moderator, person, { change: 'lift' })).body
    expect(lifted).not.toHaveProperty('suspension')
    const [decision] = lifted.cases[0].decisions
    const decided = { action: 'pause', ground: GROUND, explanation: 'Twice.' }
    const made = { moderator: moderator.username, endedAt: expect.any(Number) }
    expect(decision).toMatchObject({ ...decided, ...made })
    for (const name of ['isReplaced', 'isUpheld']) expect(decision).not.toHaveProperty(name)
    const reason = `${GROUND.text} — Twice.`
    expect((await change(moderator, person, BAN)).body).toMatchObject([
      { suspension: { until: null } },
    ])
    expect(await audits(person)).toMatchObject([
      { action: 'person.pause', why: reason },
      { action: 'person.lift' },
      { action: 'person.ban' },
    ])
  })

  it('hears one appeal against a pause, which another person decides', async () => {
    const pause = pauseOfADay()
    await change(moderator, person, pause)
    const [notice] = await noticesOf(app, person)
    expect(notice).toMatchObject({
      kind: 'decision',
      isAboutAccount: true,
      text: '',
      decision: { action: 'pause', until: pause.until, ground: GROUND, explanation: 'Twice.' },
      appealUntil: expect.any(Number),
    })
    const waiting = await appealedBy(person)
    expect(outcome(await appeal(app, person))).toEqual(invalid('decisionId'))

    expect(waiting).toMatchObject({ isAboutAccount: true, state: 'appealed', text: '' })
    expect(outcome(await decideAppeal(app, moderator, waiting))).toEqual([403, -1016])
    expect((await decideAppeal(app, operator, waiting)).status).toBe(200)
    const [shown] = (await find(moderator, person.username)).body
    expect(shown).not.toHaveProperty('suspension')
    expect(shown.cases).toMatchObject([
      {
        decisions: [
          { action: 'reverse', moderator: operator.username },
          { action: 'pause', moderator: moderator.username, until: pause.until },
        ],
      },
    ])
    expect((await noticesOf(app, person))[0]).toMatchObject({ kind: 'appeal', outcome: 'reversed' })
    // The stored reason is the person's id, which the desk does not show.
    const { caseId } = waiting
    const { body } = await moderation(app, 'GET /case/detail', operator, { caseId })
    expect(body[0].history.at(-1)).toMatchObject({ action: 'decide:pause', why: '' })

    expect(await exportOf(app, person, 'json')).toContain('"commentId":null')
  })

  it('shows the early end of a pause among the notices and in the export', async () => {
    await change(moderator, person, pauseOfADay())
    expect((await noticesOf(app, person))[0]!.decision).not.toHaveProperty('endedAt')
    await change(moderator, person, { change: 'lift' })
    expect((await noticesOf(app, person))[0]!.decision).toMatchObject({
      endedAt: expect.any(Number),
    })
    expect(await exportOf(app, person, 'json')).toMatch(/"endedAt":\d/)
  })

  it('lets a ban take the place of a pause', async () => {
    await change(moderator, person, pauseOfADay())
    expect(await actionsOf(moderator, person)).toEqual(['endSessions', 'lift', 'ban'])
    expect(outcome(await change(moderator, person, pauseOfADay()))).toEqual(OUTDATED)
    const unseen = { ...BAN, seenId: undefined }
    expect(outcome(await change(moderator, person, unseen))).toEqual(OUTDATED)
    const [{ suspension, cases }] = (await change(moderator, person, BAN)).body
    expect(suspension).toMatchObject({ until: null })
    const decided = [{ action: 'ban' }, { action: 'pause', isReplaced: true }]
    expect(cases).toMatchObject(decided.map((one) => ({ decisions: [one] })))
    expect((await noticesOf(app, person))[1]!.decision).toMatchObject({ isReplaced: true })
    expect(await suspensionsOf(person)).toBe(1)
    expect(outcome(await change(operator, person, BAN))).toEqual(OUTDATED)
  })

  it('names the end that counts where cases pause for longer and for less, and lifts them all', async () => {
    const less = await postOf(app, questionId, person, 'less', 1)
    const longer = await postOf(app, questionId, person, 'longer', 2)
    for (const post of [less, longer]) await report(app, moderator, post)
    const pause = pauseOfADay()
    await change(moderator, person, pause)
    const pausedBy = async (post: string, until: number) => {
      const one = await caseOf(app, moderator, post)
      expect((await decide(app, moderator, one, { action: 'pause', until })).status).toBe(200)
      return (await lastMail(person, 'decision'))!.text
    }
    const stays = '別の判断により、アカウントの停止は上記の期限の後も続きます'
    const until = pause.until + DAY_S
    expect(await pausedBy(longer, until)).not.toContain(stays)
    expect((await find(moderator, person.username)).body[0].cases[0].text).toBe('less')
    expect(await pausedBy(less, pause.until - 1)).toContain(stays)
    const [shown] = (await find(moderator, person.username)).body
    expect(shown.suspension).toMatchObject({ until })
    expect(shown.cases).toMatchObject([{ text: 'less' }, { text: 'longer' }, {}])
    expect(shown.cases[2]).not.toHaveProperty('text')
    const [{ cases }] = (await change(operator, person, { change: 'lift' })).body
    const ended = { decisions: [{ action: 'pause', endedAt: expect.any(Number) }] }
    expect(cases).toMatchObject([ended, ended, ended])
    expect(await suspensionsOf(person)).toBe(0)
  })

  it('keeps one of two suspensions that are set at the same time', async () => {
    const responses = await Promise.all([
      change(moderator, person, BAN),
      change(operator, person, BAN),
    ])
    const refused = responses.filter(({ status }) => status !== 200)
    expect(refused.map(outcome)).toEqual([OUTDATED])
    expect(await suspensionsOf(person)).toBe(1)
  })

  it('is done also where the mail about it cannot be stored', async () => {
    await app.sql`CREATE TRIGGER mail_refused BEFORE INSERT ON mail BEGIN
      SELECT RAISE(ABORT, 'full'); END`.run()
    try {
      expect((await change(moderator, person, BAN)).status).toBe(200)
    } finally {
      await app.sql`DROP TRIGGER mail_refused`.run()
    }
    expect(await suspensionsOf(person)).toBe(1)
  })

  it('is told to a moderator herself without the name of who decided', async () => {
    await change(operator, person, pauseOfADay())
    await change(operator, person, { change: 'lift' })
    await grant(app, person, 'moderator')
    const decided = async (as: TestPerson) => {
      const { body } = await find(as, person.username)
      return body[0].cases[0].decisions[0].moderator
    }
    expect(await decided(moderator)).toBe(operator.username)
    expect(await decided(person)).toBeUndefined()
  })

  it('leaves an appeal against an operator’s ban to operators', async () => {
    await personWithRole(app, 'operator')
    await change(operator, person, BAN)
    const appealed = await appealedBy(person)
    const { caseId } = appealed
    const { body } = await moderation(app, 'GET /case/detail', moderator, { caseId })
    expect(body[0].appeal).toMatchObject({ isForOperators: true, isOwnDecision: false })
    expect(outcome(await decideAppeal(app, moderator, appealed))).toEqual([403, -1016])
    expect(outcome(await decideAppeal(app, operator, appealed))).toEqual([403, -1016])
    await app.sql`UPDATE user_role SET role = 'moderator' WHERE role = 'operator'
      AND user_id <> ${operator.userId}`.run()
    expect((await decideAppeal(app, operator, appealed)).status).toBe(200)
    expect(await suspensionsOf(person)).toBe(0)
  })

  it('leaves the replacement of an operator’s ban to operators, and says so', async () => {
    const post = await postOf(app, questionId, person)
    await report(app, moderator, post)
    await decide(app, moderator, await caseOf(app, moderator, post), { action: 'hide' })
    await decide(app, operator, await caseOf(app, operator, post), { action: 'ban' })
    const [theirs, own] = [await caseOf(app, moderator, post), await caseOf(app, operator, post)]
    expect([theirs.isForOperators, own.isForOperators]).toEqual([true, false])
    const reversal = { action: 'none', explanation: 'A mistake.' }
    expect(outcome(await decide(app, moderator, theirs, reversal))).toEqual([403, -1016])
    await change(operator, person, { change: 'lift' })
    expect(outcome(await decide(app, moderator, theirs, reversal))).toEqual([403, -1016])
    expect((await decide(app, operator, own, reversal)).status).toBe(200)
  })

  it('shows that a decision was kept on appeal', async () => {
    await change(moderator, person, BAN)
    const kept = await decideAppeal(app, operator, await appealedBy(person), 'upheld')
    expect(kept.body[0].decisions).toMatchObject([{ action: 'ban', isUpheld: true }])
  })

  it('says after a reversal that the account is still suspended by another decision', async () => {
    await change(moderator, person, pauseOfADay())
    const appealed = await appealedBy(person)
    await app.sql`INSERT INTO ban (id, user_id, starts_at)
      VALUES ('b-' || ${person.userId}, ${person.userId}, 1)`.run()
    const reversed = await decideAppeal(app, operator, appealed)
    expect(reversed.status).toBe(200)
    expect(JSON.stringify(reversed.body)).not.toContain('isUpheld')
    const { text } = (await lastMail(person, 'appealReversed'))!
    expect(text).toContain('別の判断によるアカウントの停止は続いています')
    for (const part of ['ふたたび公開', '停止は解除']) expect(text).not.toContain(part)
  })

  it.each([
    [{ change: 'pause', ground: GROUND }, 'until'],
    [{ change: 'pause', until: 1, ground: GROUND }, 'until'],
    [{ change: 'pause', until: 8_640_000_000_000, ground: GROUND }, 'until'],
    [{ change: 'ban', until: 4_000_000_000, ground: GROUND }, 'until'],
    [{ change: 'ban' }, 'ground'],
    [{ ...BAN, explanation: ' ' }, 'explanation'],
    [{ change: 'lift' }, 'change'],
  ])('refuses %j and changes nothing', async (input, field) => {
    expect(outcome(await change(moderator, person, input))).toEqual(invalid(field))
    expect(await audits(person)).toEqual([])
  })

  it('leaves the end of a decided suspension to operators and the appeal', async () => {
    const post = await postOf(app, questionId, person)
    await report(app, moderator, post)
    await decide(app, moderator, await caseOf(app, moderator, post), { action: 'ban' })
    const lift = { change: 'lift' }
    expect(await actionsOf(moderator, person)).toEqual(['endSessions'])
    expect(await actionsOf(operator, person)).toContain('lift')
    expect(outcome(await change(moderator, person, lift))).toEqual([403, -1016])
    expect((await change(operator, person, lift)).body[0]).not.toHaveProperty('suspension')
  })

  it('leaves the end of what an operator has set to operators, also after a pause by a moderator', async () => {
    const colleague = await personWithRole(app, 'moderator')
    const lift = { change: 'lift' }
    expect(await actionsOf(moderator, person)).toEqual(['endSessions', 'pause', 'ban'])
    await change(moderator, person, BAN)
    expect(await actionsOf(colleague, person)).toEqual(['endSessions', 'lift'])
    expect((await change(colleague, person, lift)).body[0]).not.toHaveProperty('suspension')
    await change(moderator, person, pauseOfADay())
    await change(operator, person, BAN)
    expect(outcome(await change(moderator, person, lift))).toEqual([403, -1016])
    expect((await find(moderator, person.username)).body[0]).toHaveProperty('suspension')
    expect((await change(operator, person, lift)).body[0]).not.toHaveProperty('suspension')
  })

  it('sends the code that the account waits for, for operators alone', async () => {
    const waiting = await createPerson(app, { activated: false })
    expect(outcome(await change(moderator, waiting, { change: 'sendCode' }))).toEqual([403, -1015])
    expect(await actionsOf(operator, waiting)).toContain('sendCode')
    expect((await change(operator, waiting, { change: 'sendCode' })).status).toBe(200)
    expect(await lastMail(waiting, 'activation')).toBeDefined()
    expect(await actionsOf(operator, person)).not.toContain('sendCode')
    expect((await change(operator, person, { change: 'sendCode' })).status).toBe(200)
    expect(await actionsOf(operator, person)).toContain('sendCode')
    expect(await lastMail(person, 'passwordReset')).toBeDefined()
  })

  it('never reaches somebody with the same or a higher role, nor oneself', async () => {
    const colleague = await personWithRole(app, 'moderator')
    const other = await personWithRole(app, 'operator')
    for (const [as, of] of [
      [moderator, colleague],
      [moderator, operator],
      [operator, other],
      [operator, operator],
    ] as const) {
      expect(outcome(await change(as, of, { change: 'endSessions' }))).toEqual([403, -1016])
      expect(await actionsOf(as, of)).toEqual([])
      if (as === operator) expect(outcome(await remove(as, of))).toEqual([403, -1016])
    }
    expect((await change(operator, colleague, { change: 'endSessions' })).status).toBe(200)
  })

  it.each([
    ['by an operator', () => remove(operator, person)],
    ['in another way', () => app.sql`DELETE FROM user WHERE id = ${person.userId}`.run()],
  ])('leaves no case about an account that is deleted %s, with its appeal', async (_, deleted) => {
    await change(moderator, person, BAN)
    const { caseId } = await appealedBy(person)
    await deleted()
    expect(outcome(await find(operator, person.username))).toEqual([404, -1022])
    const left = await app.sql`SELECT (SELECT count(*) FROM moderation_case WHERE id = ${caseId})
      + (SELECT count(*) FROM decision WHERE case_id = ${caseId}) AS n`.first('n')
    expect(left).toBe(0)
  })

  it('never ends an appeal against one’s own decision by a deletion', async () => {
    await change(operator, person, BAN)
    const { caseId } = await appealedBy(person)
    expect(outcome(await remove(operator, person))).toEqual(invalid('appeal'))
    expect((await remove(await personWithRole(app, 'operator'), person)).status).toBe(205)
    const { results } = await app.sql`SELECT action, why FROM audit_log
      WHERE subject = ${caseId}`.all()
    expect(results).toEqual([{ action: 'decide:ban', why: person.userId }])
  })

  it('deletes an account once its username confirms it, with every post', async () => {
    await postOf(app, questionId, person, 'A post of somebody who leaves')
    expect(outcome(await remove(operator, person, 'another'))).toEqual(invalid('username'))
    expect((await remove(operator, person)).status).toBe(205)
    expect(outcome(await find(moderator, person.username))).toEqual([404, -1022])
    const posts = await app.sql`SELECT count(*) AS n FROM comment
      WHERE user_id = ${person.userId}`.first('n')
    expect(posts).toBe(0)
    expect(await lastMail(person, 'accountDeleted')).toBeDefined()
    expect(await audits(person)).toEqual([
      { actor: operator.userId, action: 'person.delete', why: 'Asked.' },
    ])
    expect((await login(app, person.email)).status).toBe(401)
  })
})
