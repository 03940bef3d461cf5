import { SignJWT } from 'jose'
import { VERSION } from '../../src/contract/moderation-examples.ts'
import { sample } from '../../src/contract/examples.ts'
import { sha256 } from '../../src/worker/keys/keyed-hash.ts'
import { nonceFor } from '../../src/worker/identity/social-nonce.ts'
import type { App } from '../../harness/app.ts'
import { createPerson, placeComments, type TestPerson } from '../../harness/people.ts'
import {
  caseOf,
  decide,
  moderation,
  personWithRole,
  report,
} from '../../harness/steps/moderation-calls.ts'
import {
  activePerson,
  codeIn,
  newEmail,
  newMail,
  PASSWORD,
  register,
  sentCode,
  SECRET,
  user,
  mails,
} from '../../harness/steps/auth-calls.ts'
import type { KeyProvider } from './key-provider.ts'

export const CLIENT = 'ichimon-contract'

/** What stands for the samples of the contract's examples, by their names; and headers that only a browser has. */
export interface State {
  values: Partial<Record<keyof typeof sample, string>>
  headers?: Record<string, string>
}

export interface World {
  app: App
  provider: KeyProvider
  questionId: string
  pictureId: string
}

let names = 0

/** Somebody in good standing who has one comment on today's question. */
async function person({ app, questionId, pictureId }: World): Promise<State> {
  const { userId, email, authorization, username } = await createPerson(app, {})
  const commentId = `comment-of-${names++}`
  await placeComments(app, [
    { id: commentId, questionId, userId, slot: 1, text: '毎朝の窓', createdAt: Date.now() },
  ])
  const accessToken = authorization.replace('Bearer ', '')
  return {
    values: {
      questionId,
      pictureId,
      commentId,
      userId,
      email,
      username,
      accessToken,
      newEmail: newEmail(),
      newUsername: `new-name-${names++}`,
      idempotencyKey: crypto.randomUUID(),
    },
  }
}

/** Somebody who has signed up with a password and entered the code. */
async function registered({ app }: World): Promise<State> {
  const { email, accessToken, updateToken } = await activePerson(app)
  return { values: { email, accessToken, updateToken, password: PASSWORD } }
}

async function withCode(world: World, kind: 'activation' | 'passwordReset'): Promise<State> {
  const { app } = world
  const email = newEmail()
  if (kind === 'activation') await register(app, email)
  else await activePerson(app, email)
  return { values: { email, passcode: await sentCode(app, email, kind) } }
}

/** An ID token that the provider signed for a flow of this browser's own. */
async function withIdToken({ provider }: World, subject: string): Promise<State> {
  const cookie = `cookie-of-flow-${names++}`
  const claims = {
    nonce: await nonceFor({ secret: SECRET }, cookie),
    email: `${subject}@mail.example`,
    email_verified: true,
  }
  const idToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'first' })
    .setIssuer(provider.issuer)
    .setAudience(CLIENT)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(provider.key())
  return { values: { idToken }, headers: { Cookie: `SocialNonce=${cookie}` } }
}

/** Somebody else's post, and an established person who may report it. */
async function withStranger(world: World): Promise<State> {
  const [own, stranger] = await Promise.all([person(world), person(world)])
  const { commentId, userId: mutedUserId } = stranger.values
  return {
    values: { ...own.values, ...(commentId && { commentId }), ...(mutedUserId && { mutedUserId }) },
  }
}

/** A moderator and an open case, as the examples read it. */
async function withCase(world: World): Promise<State> {
  const { app } = world
  const { values } = await withStranger(world)
  const { userId, accessToken, commentId } = values
  const reporter = await createPerson(app)
  await report(app, reporter, commentId!)
  await app.db.prepare("INSERT INTO user_role VALUES (?1, 'moderator', 0)").bind(userId).run()
  const caseId = await app.db
    .prepare('UPDATE moderation_case SET version = ?2 WHERE comment_id = ?1 RETURNING id')
    .bind(commentId, VERSION)
    .first<string>('id')
  return {
    values: { accessToken: accessToken!, userId: userId!, commentId: commentId!, caseId: caseId! },
  }
}

/** The author of a post that was decided against: the notice, and the decision to appeal against. */
async function withDecision(world: World): Promise<State> {
  const { app } = world
  const { values } = await person(world)
  await report(app, await createPerson(app), values.commentId!)
  const moderator = await personWithRole(app, 'moderator')
  await decide(app, moderator, await caseOf(app, moderator, values.commentId!), { action: 'hide' })
  const notice = await app.db
    .prepare('SELECT id, decision_id AS decisionId FROM notice WHERE user_id = ?1')
    .bind(values.userId)
    .first<{ id: string; decisionId: string }>()
  return { values: { ...values, noticeId: notice!.id, decisionId: notice!.decisionId } }
}

/** What an operation needs to have happened before; the others are called by a new person with one comment. */
const preparations: Record<string, (world: World) => Promise<State>> = {
  login: registered,
  loginByQuery: registered,
  refreshSession: registered,
  refreshSessionByQuery: registered,
  changePassword: registered,
  async register() {
    return { values: { newEmail: newEmail() } }
  },
  continueWithGoogle: (world) => withIdToken(world, 'somebody-new'),
  async loginWithGoogle(world) {
    const first = await withIdToken(world, 'somebody-known')
    const answer = await world.app.fetch('/service/auth/v1/user/with/google', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...first.headers },
      body: JSON.stringify({ idToken: first.values.idToken }),
    })
    if (answer.status !== 200) throw new Error(await answer.text())
    return withIdToken(world, 'somebody-known')
  },
  checkCode: (world) => withCode(world, 'activation'),
  activate: (world) => withCode(world, 'activation'),
  resetPassword: (world) => withCode(world, 'passwordReset'),
  async sendActivationCode({ app }) {
    const email = newEmail()
    await register(app, email)
    return { values: { email } }
  },
  sendResetCode: registered,
  async unlockCodes(world) {
    const { values } = await person(world)
    const unlockToken = `unlock-token-${names++}`
    await world.app.db
      .prepare('INSERT INTO passcode_lock (user_id, failures, unlock_hash) VALUES (?1, 100, ?2)')
      .bind(values.userId, await sha256(unlockToken))
      .run()
    return { values: { unlockToken } }
  },
  async confirmEmailChange(world) {
    const { app } = world
    const { email, accessToken } = await activePerson(app)
    const address = newEmail()
    await user(app, `GET /user/email/confirm/?newEmail=${address}&language=en`, {
      token: accessToken,
    })
    const { text } = await newMail(app, address, 0)
    const linkToken = /token=([A-Za-z0-9_-]+)/.exec(text)?.[1]
    if (!linkToken) throw new Error(`no link for ${email}`)
    return { values: { accessToken, linkToken } }
  },
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
    const answer = await moderation(app, 'POST /report/guest', undefined, input)
    const passcode = codeIn(await newMail(app, email, 0))
    return { values: { confirmationId: answer.body[0].id, passcode } }
  },
  mute: withStranger,
  unmute: withStranger,
  async listMutes(world) {
    const state = await withStranger(world)
    const { userId, mutedUserId } = state.values
    await world.app.db
      .prepare('INSERT INTO mute VALUES (?1, ?2, 1)')
      .bind(userId, mutedUserId)
      .run()
    return state
  },
  listCases: withCase,
  readCase: withCase,
  decideCase: withCase,
  readOwnRole: withCase,
  listNotices: withDecision,
  markNoticesRead: withDecision,
  appeal: withDecision,
  async decideAppeal(world) {
    const { app } = world
    const { values } = await withDecision(world)
    const as = { authorization: `Bearer ${values.accessToken}` } as TestPerson
    const { decisionId } = values
    const answer = await moderation(app, 'POST /appeal', as, { decisionId, text: 'Not so.' })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    const caseId = await app.db
      .prepare('UPDATE moderation_case SET version = ?2 WHERE comment_id = ?1 RETURNING id')
      .bind(values.commentId, VERSION)
      .first<string>('id')
    const { authorization } = await personWithRole(app, 'operator')
    return { values: { caseId: caseId!, accessToken: authorization.replace('Bearer ', '') } }
  },
  async deleteAccount(world) {
    const { app } = world
    const { email, accessToken } = await activePerson(app)
    const before = (await mails(app, email)).length
    await app.fetch('/service/account/v1/user/account/delete', {
      headers: { Authorization: `Bearer ${accessToken}`, LanguageCode: 'en' },
    })
    const passcode = codeIn(await newMail(app, email, before))
    return { values: { accessToken, passcode } }
  },
}

/** What the samples of an operation's example stand for. */
export function prepared(operationId: string, world: World): Promise<State> {
  const prepare = Object.hasOwn(preparations, operationId) ? preparations[operationId] : undefined
  return (prepare ?? person)(world)
}
