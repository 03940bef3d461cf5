import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { startApp, type App } from '../../harness/app.ts'
import { login, mails, SECRET } from '../../harness/steps/auth-calls.ts'
import {
  moderation,
  noticesOf,
  personWithRole,
  postOf,
  refusalOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import type { CaseSummary } from '../../src/contract/moderation-schemas.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { todaysQuestion } from '../../harness/todays-question.ts'
import { operate } from '../../scripts/operator.ts'
import { databaseOf } from './operator-database.ts'

const GROUND = { kind: 'terms', text: 'Rule 2: no attacks' } as const

let app: App
let operator: TestPerson
let moderator: TestPerson
let person: TestPerson

beforeAll(async () => {
  app = await startApp({ vars: { SECRET } })
  operator = await personWithRole(app, 'operator')
  moderator = await personWithRole(app, 'moderator')
})
afterAll(() => app.stop())
beforeEach(async () => {
  person = await createPerson(app)
})

const find = (as: TestPerson, name: string) =>
  callService(app, 'operator', 'GET /person', as, { name })
const actionsOf = async (as: TestPerson, of: TestPerson) =>
  (await find(as, of.username)).body[0].actions
const change = (as: TestPerson, of: TestPerson, input: object) =>
  callService(app, 'operator', 'POST /person/change', as, { userId: of.userId, ...input })
const remove = (as: TestPerson, of: TestPerson, username = of.username) =>
  callService(app, 'operator', 'DELETE /person', as, {
    userId: of.userId,
    username,
    why: 'Asked for it.',
  })

async function audits(subject: TestPerson) {
  const { results } = await app.db
    .prepare('SELECT actor_id AS actor, action, why FROM audit_log WHERE subject = ?1 ORDER BY seq')
    .bind(subject.userId)
    .all()
  return results
}

const lastMail = async (to: TestPerson, kind: string) =>
  (await mails(app, to.email)).filter((mail) => mail.kind === kind).at(-1)

describe('finding a person', () => {
  it('shows their sessions and cases, and to a moderator no address', async () => {
    const questionId = await todaysQuestion(app)
    const post = await postOf(app, questionId, person)
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
        cases: [{ state: 'open' }],
      },
    ])
    expect(JSON.stringify(body)).not.toContain('@')
    expect(await audits(person)).toEqual([])
  })

  it('by address is for operators alone, and every look at an address is in the audit log', async () => {
    expect(refusalOf(await find(moderator, person.email))).toEqual([403, -1016])
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

  it('is 404 for nobody, and is never cached', async () => {
    expect(refusalOf(await find(operator, 'nobody-at-all'))).toEqual([404, -1022])
    const { headers } = await find(operator, person.username)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('acting on a person', () => {
  it('ends their sessions', async () => {
    const { body } = await change(moderator, person, { change: 'endSessions' })
    expect(body).toMatchObject([{ userId: person.userId, sessions: [] }])
    const me = await app.fetch('/service/user/v1/user/me', {
      headers: { Authorization: person.authorization },
    })
    expect(me.status).toBe(401)
    expect(await audits(person)).toMatchObject([{ action: 'person.endSessions' }])
  })

  it('pauses and bans with a ground that the person is told, and ends it again', async () => {
    const until = Math.floor(Date.now() / 1000) + 86_400
    const paused = await change(moderator, person, {
      change: 'pause',
      until,
      ground: GROUND,
      explanation: 'Twice.',
    })
    expect(paused.body).toMatchObject([{ stop: { until, reason: GROUND.text } }])
    const told = await lastMail(person, 'accountDecision')
    expect(told!.text).toContain(GROUND.text)
    expect(told!.text).toContain('Twice.')
    expect(told!.text).toContain('/notices')
    const stopped = await callService(app, 'moderation', 'GET /case/role', person)
    expect(refusalOf(stopped)).toEqual([403, -1014])
    expect((await change(moderator, person, { change: 'lift' })).body[0]).not.toHaveProperty('stop')
    expect((await change(moderator, person, { change: 'ban', ground: GROUND })).body).toMatchObject(
      [{ stop: { until: null } }],
    )
    expect(await audits(person)).toMatchObject([
      { action: 'person.pause', why: `${GROUND.text} — Twice.` },
      { action: 'person.lift' },
      { action: 'person.ban' },
    ])
  })

  it('hears one appeal against a pause, which another person decides', async () => {
    const until = Math.floor(Date.now() / 1000) + 86_400
    const pause = { change: 'pause', until, ground: GROUND, explanation: 'Twice.' }
    await change(moderator, person, pause)
    const [notice] = await noticesOf(app, person)
    expect(notice).toMatchObject({
      kind: 'decision',
      isAboutAccount: true,
      text: '',
      decision: { action: 'pause', until, ground: GROUND, explanation: 'Twice.' },
      appealUntil: expect.any(Number),
    })
    const { decisionId } = notice!.decision!
    const appealed = { decisionId, text: 'It was a misunderstanding.' }
    expect((await moderation(app, 'POST /appeal', person, appealed)).status).toBe(200)
    expect(refusalOf(await moderation(app, 'POST /appeal', person, appealed))).toEqual([
      406,
      -1023,
      'decisionId',
    ])

    const { body: queue } = await moderation(app, 'GET /case', operator)
    const waiting = queue.find(({ author }: CaseSummary) => author === person.username)
    expect(waiting).toMatchObject({ isAboutAccount: true, state: 'appealed', text: '' })
    const { caseId, version } = waiting
    const reversed = { caseId, version, outcome: 'reversed', explanation: 'It was.' }
    const decideAppeal = (as: TestPerson) => moderation(app, 'POST /appeal/decision', as, reversed)
    expect(refusalOf(await decideAppeal(moderator))).toEqual([403, -1016])
    expect((await decideAppeal(operator)).status).toBe(200)
    expect((await find(moderator, person.username)).body[0]).not.toHaveProperty('stop')
    expect((await noticesOf(app, person))[0]).toMatchObject({ kind: 'appeal', outcome: 'reversed' })

    const exported = await app.fetch('/service/comment/v1/comment/export?language=en', {
      headers: { Authorization: person.authorization },
    })
    const html = await exported.text()
    expect(html).toContain('Your account is paused until')
    expect(html).toContain('"commentId":null')
  })

  it.each([
    [{ change: 'pause', ground: GROUND }, 'until'],
    [{ change: 'pause', until: 1, ground: GROUND }, 'until'],
    [{ change: 'ban', until: 4_000_000_000, ground: GROUND }, 'until'],
    [{ change: 'ban' }, 'ground'],
    [{ change: 'lift' }, 'change'],
  ])('refuses %j and changes nothing', async (input, field) => {
    expect(refusalOf(await change(moderator, person, input))).toEqual([406, -1023, field])
    expect(await audits(person)).toEqual([])
  })

  it('leaves the end of a decided stop to operators and the appeal', async () => {
    await app.db.batch(
      [
        `INSERT INTO moderation_case (id, comment_id, question_id, state, opened_at, waiting_since)
         VALUES ('c-' || ?1, ?1, '', 'closed', 1, 1)`,
        `INSERT INTO decision (id, case_id, action, created_at) VALUES ('d-' || ?1, 'c-' || ?1, 'ban', 1)`,
        `INSERT INTO ban (id, user_id, starts_at) VALUES ('d-' || ?1, ?1, 1)`,
      ].map((sql) => app.db.prepare(sql).bind(person.userId)),
    )
    const lift = { change: 'lift' }
    expect(await actionsOf(moderator, person)).toEqual(['endSessions'])
    expect(await actionsOf(operator, person)).toContain('lift')
    expect(refusalOf(await change(moderator, person, lift))).toEqual([403, -1016])
    expect((await change(operator, person, lift)).body[0]).not.toHaveProperty('stop')
  })

  it('leaves the end of what an operator has set to operators, also beside a pause by a moderator', async () => {
    const colleague = await personWithRole(app, 'moderator')
    const [ban, lift] = [{ change: 'ban', ground: GROUND }, { change: 'lift' }]
    expect(await actionsOf(moderator, person)).toEqual(['endSessions', 'pause', 'ban'])
    await change(moderator, person, ban)
    expect(await actionsOf(colleague, person)).toEqual(['endSessions', 'lift'])
    expect((await change(colleague, person, lift)).body[0]).not.toHaveProperty('stop')
    await change(moderator, person, ban)
    await change(operator, person, ban)
    expect(refusalOf(await change(moderator, person, lift))).toEqual([403, -1016])
    expect((await find(moderator, person.username)).body[0]).toHaveProperty('stop')
    expect((await change(operator, person, lift)).body[0]).not.toHaveProperty('stop')
  })

  it('sends the code that the account waits for, for operators alone', async () => {
    const waiting = await createPerson(app, { activated: false })
    expect(refusalOf(await change(moderator, waiting, { change: 'sendCode' }))).toEqual([
      403, -1015,
    ])
    expect((await change(operator, waiting, { change: 'sendCode' })).status).toBe(200)
    expect(await lastMail(waiting, 'activation')).toBeDefined()
    expect((await change(operator, person, { change: 'sendCode' })).status).toBe(200)
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
      expect(refusalOf(await change(as, of, { change: 'endSessions' }))).toEqual([403, -1016])
      expect(await actionsOf(as, of)).toEqual([])
      if (as === operator) expect(refusalOf(await remove(as, of))).toEqual([403, -1016])
    }
    expect((await change(operator, colleague, { change: 'endSessions' })).status).toBe(200)
  })

  it('leaves no case about an account that is deleted, an open appeal included', async () => {
    await change(moderator, person, { change: 'ban', ground: GROUND })
    const { decisionId } = (await noticesOf(app, person))[0]!.decision!
    await moderation(app, 'POST /appeal', person, { decisionId, text: 'Please look again.' })
    expect((await remove(operator, person)).status).toBe(205)
    const left = await app.db
      .prepare('SELECT count(*) AS n FROM decision WHERE id = ?1')
      .bind(decisionId)
      .first('n')
    expect(left).toBe(0)
  })

  it('deletes an account once its username confirms it, with every post', async () => {
    const questionId = await todaysQuestion(app)
    await postOf(app, questionId, person, 'A post of somebody who leaves')
    expect(refusalOf(await remove(operator, person, 'another'))).toEqual([406, -1023, 'username'])
    expect((await remove(operator, person)).status).toBe(205)
    expect(refusalOf(await find(moderator, person.username))).toEqual([404, -1022])
    const posts = await app.db
      .prepare('SELECT count(*) AS n FROM comment WHERE user_id = ?1')
      .bind(person.userId)
      .first('n')
    expect(posts).toBe(0)
    expect(await lastMail(person, 'accountDeleted')).toBeDefined()
    expect(await audits(person)).toEqual([
      { actor: operator.userId, action: 'person.delete', why: 'Asked for it.' },
    ])
    expect((await login(app, person.email)).status).toBe(401)
  })
})

describe('npm run operator -- people', () => {
  const people = (...words: string[]) =>
    operate(['people', ...words, '--site', app.origin, '--as', operator.username], () =>
      databaseOf(app),
    )

  it('shows, stops, frees and deletes a person', async () => {
    expect(await people('show', person.email)).toContain(`${person.username}  ${person.userId}`)
    expect(
      await people('pause', person.username, '--until', '2099-01-01T00:00', '--terms', 'Rule 2'),
    ).toContain('paused until 2098-12-31 15:00')
    expect(await people('lift', person.username)).not.toContain('paused')
    await expect(people('delete', person.username)).rejects.toThrow('cannot be undone')
    expect(
      await people('delete', person.username, '--confirm', person.username, '--why', 'Spam only'),
    ).toBe(`${person.username} is deleted.`)
    await expect(people('show', person.username)).rejects.toThrow('no such')
  })

  it.each([[[]], [['show']], [['praise', 'somebody']], [['show', 'a', 'b']]])(
    'refuses %j with a sentence',
    async (words) => {
      await expect(people(...words)).rejects.toThrow(/Usage/)
    },
  )
})
