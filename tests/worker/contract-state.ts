import { SignJWT } from 'jose'
import { DAY_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { sha256 } from '../../src/worker/keys/keyed-hash.ts'
import { userHandle } from '../../src/worker/identity/passkeys.ts'
import { nonceFor } from '../../src/worker/identity/social-provider.ts'
import { newEmail, PASSWORD, SECRET } from '../../harness/credentials.ts'
import { type Answer, softwarePasskey } from '../../harness/passkey.ts'
import {
  activePerson,
  auth,
  emailChangeToken,
  login,
  sentCode,
  user,
} from '../../harness/steps/auth-calls.ts'
import { deletionCode } from '../../harness/steps/passcode-calls.ts'
import { addPosts } from '../../harness/steps/settings-steps.ts'
import { insertSuggestion } from '../../harness/steps/desk-calls.ts'
import { operatorPreparations } from './contract-operator.ts'
import { moderationPreparations } from './contract-moderation.ts'
import { nextNumber, person, type State, type World } from './contract-person.ts'

export const CLIENT = 'ichimon-contract'

async function registered({ app }: World): Promise<State> {
  const { email, accessToken, updateToken } = await activePerson(app)
  return { values: { email, accessToken, updateToken, password: PASSWORD } }
}

async function withOtherSession(world: World): Promise<State> {
  const { values } = await registered(world)
  const { updateToken } = (await login(world.app, values.email!)).body.results
  return { values: { ...values, sessionId: updateToken.split('.')[0] } }
}

async function withCode(world: World, kind: 'activation' | 'passwordReset'): Promise<State> {
  const { app } = world
  const { email } = await activePerson(app, newEmail(), 'en', kind !== 'activation')
  return { values: { email, passcode: await sentCode(app, email, kind) } }
}

async function withIdToken({ provider }: World, subject: string): Promise<State> {
  const cookie = `cookie-of-flow-${nextNumber()}`
  const claims = {
    nonce: nonceFor({ secret: SECRET }, cookie),
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

/** A person with a passkey, unless it is the one to add, and the answer to a challenge. */
async function withPasskey(world: World, call: 'POST /user/passkeys' | 'POST /user/login/passkey') {
  const { app } = world
  const state = await person(world)
  const { userId, accessToken: token } = state.values
  const key = softwarePasskey()
  const answer = async (line: string): Promise<Answer> => {
    const { body } = await (line.includes('login') ? auth : user)(app, `${line}/challenge`, {
      token: token!,
      body: {},
    })
    const { challenge } = body.results
    return { challenge, origin: app.origin, userHandle: userHandle(userId!) }
  }
  const made = key.made(await answer('POST /user/passkeys'))
  if (call === 'POST /user/passkeys') return { values: { ...state.values, ...made } }
  await user(app, 'POST /user/passkeys', { token: token!, body: made })
  const asserted = key.asserted(await answer(call))
  return { values: { ...state.values, ...asserted } }
}

async function withOwnSuggestion(world: World): Promise<State> {
  const state = await person(world)
  const userId = state.values.userId!
  const suggestionId = `of-${userId}`
  await insertSuggestion(world.app, { suggestionId, userId, text: 'What is new?' })
  return { ...state, values: { ...state.values, suggestionId } }
}

async function withPicture(world: World): Promise<State> {
  const state = await person(world)
  await world.app
    .sql`UPDATE user SET picture_id = 'picture' WHERE id = ${state.values.userId}`.run()
  return state
}

/** Preconditions by operation; default a new person with one comment. */
const preparations: Record<string, (world: World) => Promise<State>> = {
  login: registered,
  loginByQuery: registered,
  refreshSession: registered,
  refreshSessionByQuery: registered,
  changePassword: registered,
  endSession: withOtherSession,
  endOtherSessions: withOtherSession,
  addPasskey: (world) => withPasskey(world, 'POST /user/passkeys'),
  listPasskeys: (world) => withPasskey(world, 'POST /user/login/passkey'),
  loginWithPasskey: (world) => withPasskey(world, 'POST /user/login/passkey'),
  removePicture: withPicture,
  removePasskey: (world) => withPasskey(world, 'POST /user/login/passkey'),
  async register() {
    return { values: { newEmail: newEmail() } }
  },
  continueWithGoogle: (world) => withIdToken(world, 'somebody-new'),
  async loginWithGoogle(world) {
    const first = await withIdToken(world, 'somebody-known')
    const { idToken } = first.values
    const options = { body: { idToken }, ...(first.headers && { headers: first.headers }) }
    const { status, body } = await auth(world.app, 'POST /user/with/google', options)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return withIdToken(world, 'somebody-known')
  },
  checkCode: (world) => withCode(world, 'activation'),
  activate: (world) => withCode(world, 'activation'),
  resetPassword: (world) => withCode(world, 'passwordReset'),
  async sendActivationCode({ app }) {
    const { email } = await activePerson(app, newEmail(), 'en', false)
    return { values: { email } }
  },
  sendResetCode: registered,
  async unlockCodes(world) {
    const { values } = await person(world)
    const unlockToken = `unlock-token-${nextNumber()}`
    await world.app.sql`INSERT INTO passcode_lock (user_id, failures, unlock_hash)
      VALUES (${values.userId}, 100, ${sha256(unlockToken)})`.run()
    return { values: { unlockToken } }
  },
  async secureAccount(world) {
    const { values } = await person(world)
    const securityToken = `security-token-${nextNumber()}`
    await world.app.sql`INSERT INTO security_link (token_hash, user_id, email, expires_at)
      VALUES (${sha256(securityToken)}, ${values.userId}, ${values.email},
        ${Date.now() + DAY_MS})`.run()
    return { values: { securityToken } }
  },
  async confirmEmailChange(world) {
    const { app } = world
    const { accessToken } = await activePerson(app)
    return {
      values: { accessToken, linkToken: await emailChangeToken(app, accessToken, newEmail()) },
    }
  },
  async endReminder(world) {
    const state = await person(world)
    const reminderToken = `reminder-token-${nextNumber()}`
    await world.app.sql`INSERT INTO reminder
      VALUES (${state.values.userId}, 'mail', 20, 'Asia/Tokyo', 'ja', ${reminderToken}, 1,
        NULL)`.run()
    return { ...state, values: { ...state.values, reminderToken } }
  },
  async renewSubscription(world) {
    const state = await person(world)
    const droppedEndpoint = `https://push.example/${nextNumber()}`
    await world.app.sql`INSERT INTO push_subscription
      VALUES (${droppedEndpoint}, ${state.values.userId}, 'key', 'secret', 0, 0)`.run()
    return { ...state, values: { ...state.values, droppedEndpoint } }
  },
  listOwnSuggestions: withOwnSuggestion,
  async listDays(world) {
    const { values } = await person(world)
    const lastDay = tokyoDay(Date.now())
    return { values: { ...values, firstDay: addDays(lastDay, -29), lastDay } }
  },
  withdrawSuggestion: withOwnSuggestion,
  async readEcho(world) {
    const { app } = world
    const state = await person(world)
    await addPosts(app, { userId: state.values.userId! }, [{ day: '2020-01-01', text: 'before' }])
    await app.sql`UPDATE question SET pack_question_id =
        (SELECT pack_question_id FROM question WHERE id = ${state.values.questionId})
      WHERE id = 'question-2020-01-01'`.run()
    return state
  },
  async listTranslations(world) {
    const { app } = world
    const state = await person(world)
    await app.sql`INSERT INTO comment_translation
      VALUES (${state.values.commentId}, 'en', 'A window', 'libretranslate', 0)`.run()
    return state
  },
  ...moderationPreparations,
  ...operatorPreparations,
  async deleteAccount(world) {
    const { app } = world
    const { email, accessToken } = await activePerson(app)
    const passcode = await deletionCode(app, { email, accessToken })
    return { values: { accessToken, passcode } }
  },
}

export function prepared(operationId: string, world: World): Promise<State> {
  const prepare = Object.hasOwn(preparations, operationId) ? preparations[operationId] : undefined
  return (prepare ?? person)(world)
}
