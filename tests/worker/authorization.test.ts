import { afterAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'
import { possibleErrors, type Access, type Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/contract.ts'
import type { ErrorName } from '../../src/domain/errors.ts'
import { roles, type Role } from '../../src/domain/moderation.ts'
import { ownApp } from '../../harness/own-app.ts'
import { authorizationOf, createPerson, type PersonOptions } from '../../harness/people.ts'
import { expectError } from '../../harness/expect-error.ts'
import { grant } from '../../harness/steps/moderation-calls.ts'
import { everyRow, type State, type World } from './contract-person.ts'
import { examplesOf } from './contract-examples.ts'
import { prepared } from './contract-state.ts'
import { KeyProvider } from './key-provider.ts'

const callers = [
  'guest',
  'activated',
  'editor',
  'moderator',
  'operator',
  'social',
  'unactivated',
  'banned',
  'temporarilyBanned',
  'removed',
  'expired',
  'revoked',
] as const
type Caller = (typeof callers)[number]

type Refusals = Partial<Record<Caller, ErrorName>>
const token: Refusals = { guest: 'invalidAccessToken' }
const account: Refusals = {
  ...token,
  removed: 'userRemoved',
  expired: 'accessTokenExpired',
  revoked: 'invalidAccessToken',
}
const author: Refusals = { ...account, unactivated: 'userNotActivated' }
const member: Refusals = {
  ...author,
  banned: 'userBanned',
  temporarilyBanned: 'userTemporarilyBanned',
}
const exceptFor = (role: Role): Refusals => ({
  ...Object.fromEntries(
    callers
      .filter((caller) => caller !== role && caller !== 'operator')
      .map((caller) => [caller, 'rolePrivilegeNotFound']),
  ),
  ...member,
})
const refused: Record<Access, Refusals> = {
  token,
  account,
  author,
  member,
  editor: exceptFor('editor'),
  moderator: exceptFor('moderator'),
  operator: exceptFor('operator'),
}

/** A call per access level without preconditions. */
const callOf: Record<Access, string> = {
  token: 'logout',
  account: 'readMe',
  author: 'listOwnSuggestions',
  member: 'readReminder',
  editor: 'listTopics',
  moderator: 'listCases',
  operator: 'listWindows',
}

const ofAnother: Record<string, [ErrorName, field?: string]> = {
  deleteComment: ['userPrivilegeNotFound'],
  listOwnComments: ['userPrivilegeNotFound'],
  withdrawSuggestion: ['dataNotFound'],
  confirmEmailChange: ['dataNotAvailable', 'token'],
  deleteAccount: ['dataNotAvailable', 'passcode'],
  endSession: ['dataNotFound'],
  replyToInquiry: ['dataNotFound'],
  appeal: ['dataNotFound'],
}

const withPassword = ['changePassword', 'requestEmailChange', 'confirmEmailChange']

/** Calls by access level. `open` needs no session: reads, and ways to get a session, which have their own tests. */
const levels: Record<Access | 'open', string> = {
  open: `activate authMaintenance beginPasskeyLogin checkCode checkEmail checkUsername confirmGuestReport confirmRequest
    continueWithGoogle endReminder followQuestion listEvents listQuestionnaires listQuestions listTranslations login
    loginByQuery loginWithGoogle loginWithPasskey questionMaintenance readAddress readAnnouncement readContract readHealth
    readMaintenance readPicture readQuestion refreshSession refreshSessionByQuery register renewSubscription
    reportAsGuest requestRemoval resetPassword secureAccount sendActivationCode sendResetCode sendVitals translateComment unlockCodes`,
  token: 'logout',
  account: `agreeToTerms appeal deleteAccount endOtherSessions endSession listNotices listPasskeys listSessions markNoticesRead readMe removePasskey removePicture replyToInquiry sendDeletionCode`,
  author: `exportComments listDays listOwnComments listOwnSuggestions readEcho withdrawSuggestion`,
  member: `addPasskey beginPasskey changeBirthYear changeGender changePassword changePicture changeReading changeReminder changeUsername
    confirmEmailChange deleteComment listMutes mute postComment readReminder reportComment
    requestEmailChange suggestQuestion unmute`,
  editor: `addImportRows addQuestion checkImport declineSuggestion editQuestion exportQuestions listFigures listPool
    listSuggestions listTopics moveDay readCalendar readPoolQuestion retireQuestion scheduleDay takeImport`,
  moderator: `changePerson decideAppeal decideCase findPerson inquire listCases listPeople readCase`,
  operator: `addAnnouncement deletePerson listAnnouncements listWindows planWindow readGlance
    withdrawAnnouncement`,
}

const provider = await new KeyProvider().start()
const app = await ownApp()
const world: World = {
  app,
  provider,
  questionId: await app.todaysQuestionId(),
  pictureId: 'a'.repeat(22),
}
afterAll(() => provider.stop())

const { sendExample } = examplesOf(await (await app.fetch('/service/openapi.json')).json())
const named = new Map(calls.map((call) => [call.id, call]))

const send = ({ id }: Call, { values }: State, authorization?: string) =>
  sendExample(app, id, {
    values: { ...values, accessToken: authorization?.slice('Bearer '.length) },
  })

const options: Partial<Record<Caller, PersonOptions>> = {
  social: { social: true },
  unactivated: { activated: false },
  banned: { suspended: 'ban' },
  temporarilyBanned: { suspended: 'pause' },
  removed: { removed: true },
}

async function authorizationAs(caller: Caller): Promise<string | undefined> {
  if (caller === 'guest') return undefined
  const person = await createPerson(app, options[caller])
  const role = roles.find((one) => one === caller)
  if (role) await grant(app, person, role)
  if (caller === 'expired') return authorizationOf(app, person, Date.now() - HOUR_MS)
  if (caller === 'revoked') await app.sql`DELETE FROM session WHERE id = ${person.sessionId}`.run()
  return person.authorization
}

const authorizations = new Map<Caller, string | undefined>()
for (const caller of callers) authorizations.set(caller, await authorizationAs(caller))

async function expectRefused(
  call: Call,
  response: Response,
  error: ErrorName,
  field?: string,
): Promise<void> {
  await expectError(response, error, field)
  expect([...possibleErrors(call)]).toContain(error)
}

async function expectSuccess(call: Call, response: Response): Promise<void> {
  const text = response.ok ? '' : await response.text()
  expect(`${response.status} ${text}`).toBe(`${call.success.status} `)
}

const selfChecking = calls.filter(({ access, checksAccessItself }) => access && checksAccessItself)

describe.each([...Object.values(callOf).map((id) => named.get(id)!), ...selfChecking])(
  'access $access of $id',
  (call) => {
    test.each(callers)('%s', async (caller) => {
      const { questionId } = world
      const response = await send(call, { values: { questionId } }, authorizations.get(caller))
      const error = refused[call.access!][caller]
      if (error) await expectRefused(call, response, error)
      else await expectSuccess(call, response)
      // A log out ends its session.
      if (call.id === 'logout') authorizations.set(caller, await authorizationAs(caller))
    })
  },
)

test.each(Object.entries(levels))(
  'the calls of level %s are those that are listed',
  (level, ids) => {
    const found = calls.filter(({ access = 'open' }) => access === level).map(({ id }) => id)
    expect(found.toSorted()).toEqual(ids.split(/\s+/))
    if (level !== 'open') expect(found).toContain(callOf[level as Access])
  },
)

test.each(Object.entries(ofAnother))('%s of another person is refused', async (id, error) => {
  const call = named.get(id)!
  const state = await prepared(id, world)
  const { authorization } = await createPerson(app)
  const before = await everyRow(app)
  await expectRefused(call, await send(call, state, authorization), ...error)
  expect(await everyRow(app)).toEqual(before)
})

test.each(withPassword)('%s is not for people without a password', async (id) => {
  const social = await createPerson(app, { social: true })
  const call = named.get(id)!
  const response = await send(call, await prepared(id, world), social.authorization)
  await expectRefused(call, response, 'userPrivilegeNotFound')
})
