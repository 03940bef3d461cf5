import { moderationCalls } from '../../src/contract/calls/moderation.ts'
import type { App } from '../../harness/app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeIn, newMail } from '../../harness/outbox.ts'
import { caseOf, decide, personWithRole, report } from '../../harness/steps/moderation-calls.ts'
import { resultsOf } from '../../harness/steps/service-calls.ts'
import { person, type State, type World } from './contract-person.ts'

const VERSION = moderationCalls.inquire.example.version

async function withStranger(world: World): Promise<State> {
  const [own, stranger] = await Promise.all([person(world), person(world)])
  const { commentId, userId: mutedUserId } = stranger.values
  return {
    values: { ...own.values, ...(commentId && { commentId }), ...(mutedUserId && { mutedUserId }) },
  }
}

async function versionedCase({ app }: World, commentId: string | undefined): Promise<string> {
  const caseId = await app.sql`UPDATE moderation_case SET version = ${VERSION}
    WHERE comment_id = ${commentId} RETURNING id`.first<string>('id')
  return caseId!
}

async function withCase(world: World): Promise<State> {
  const { app } = world
  const { values } = await withStranger(world)
  const { userId, accessToken, commentId } = values
  const reporter = await createPerson(app)
  await report(app, reporter, commentId!)
  await app.sql`INSERT INTO user_role VALUES (${userId}, 'moderator', 0)`.run()
  const caseId = await versionedCase(world, commentId)
  return { values: { accessToken: accessToken!, userId: userId!, commentId: commentId!, caseId } }
}

async function withDecision(world: World): Promise<State> {
  const { app } = world
  const { values } = await person(world)
  await report(app, await createPerson(app), values.commentId!)
  const moderator = await personWithRole(app, 'moderator')
  await decide(app, moderator, await caseOf(app, moderator, values.commentId!), { action: 'hide' })
  const notice = await app.sql`SELECT id, decision_id AS decisionId FROM notice
    WHERE user_id = ${values.userId}`.first<{ id: string; decisionId: string }>()
  return { values: { ...values, noticeId: notice!.id, decisionId: notice!.decisionId } }
}

async function askedRequest(app: App, commentId: string) {
  const email = newEmail()
  const input = { ...moderationCalls.requestRemoval.example, post: commentId, email }
  const [{ id }] = await resultsOf(app, 'moderation', 'POST /request', undefined, input)
  return { id: id as string, passcode: codeIn(await newMail(app, email, 0)) }
}

async function withRequest(world: World) {
  const { app } = world
  const { values } = await person(world)
  const confirmation = await askedRequest(app, values.commentId!)
  const confirm = 'POST /request/confirm'
  const [{ reference }] = await resultsOf(app, 'moderation', confirm, undefined, confirmation)
  const caseId = await versionedCase(world, values.commentId)
  const moderator = await personWithRole(app, 'moderator')
  return { values, moderator, caseId, requestReference: reference as string }
}

export const moderationPreparations: Record<string, (world: World) => Promise<State>> = {
  reportComment: withStranger,
  reportAsGuest: async (world) => {
    const { values } = await withStranger(world)
    return { values: { commentId: values.commentId!, email: newEmail() } }
  },
  async confirmGuestReport(world) {
    const { app } = world
    const { values } = await withStranger(world)
    const email = newEmail()
    const input = { commentId: values.commentId, category: 'spam', email, language: 'en' }
    const [{ id }] = await resultsOf(app, 'moderation', 'POST /report/guest', undefined, input)
    return { values: { confirmationId: id, passcode: codeIn(await newMail(app, email, 0)) } }
  },
  mute: withStranger,
  unmute: withStranger,
  async listMutes(world) {
    const state = await withStranger(world)
    const { userId, mutedUserId } = state.values
    await world.app.sql`INSERT INTO mute VALUES (${userId}, ${mutedUserId}, 1)`.run()
    return state
  },
  listCases: withCase,
  readCase: withCase,
  decideCase: withCase,
  listNotices: withDecision,
  markNoticesRead: withDecision,
  appeal: withDecision,
  async decideAppeal(world) {
    const { app } = world
    const { values } = await withDecision(world)
    const as = { authorization: `Bearer ${values.accessToken}` } as TestPerson
    const { decisionId } = values
    const appeal = { decisionId, text: 'Not so.' }
    await resultsOf(app, 'moderation', 'POST /appeal', as, appeal)
    const caseId = await versionedCase(world, values.commentId)
    const { accessToken } = await personWithRole(app, 'operator')
    return { values: { caseId, accessToken } }
  },
  async confirmRequest(world) {
    const { values } = await person(world)
    const { id, passcode } = await askedRequest(world.app, values.commentId!)
    return { values: { confirmationId: id, passcode } }
  },
  async inquire(world) {
    const { moderator, caseId, requestReference } = await withRequest(world)
    return { values: { accessToken: moderator.accessToken, caseId, requestReference } }
  },
  async replyToInquiry(world) {
    const { app } = world
    const { values, moderator, caseId, requestReference: reference } = await withRequest(world)
    const inquiry = { caseId, version: VERSION, reference }
    await resultsOf(app, 'moderation', 'POST /request/inquiry', moderator, inquiry)
    const noticeId = await app.sql`SELECT id FROM notice
      WHERE user_id = ${values.userId}`.first<string>('id')
    return { values: { ...values, noticeId: noticeId! } }
  },
}
