import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { REFRESH_GRACE_MS } from '../../domain/update-token.ts'
import { defineCalls, refusedAccount, results, signInFailures } from '../call.ts'
import { passcodeCalls } from './auth-passcodes.ts'
import { passkeyLoginCalls } from './passkey.ts'
import { sample } from '../examples.ts'
import { fields, signInHeaders } from '../fields.ts'
import {
  maintenanceSchema,
  newSessionSchema,
  sessionSchema,
  socialSessionSchema,
} from '../schemas.ts'

const { accountEmail: email, password, newPassword } = fields

const signedIn = results(sessionSchema, 'signed in')
const login = {
  summary: 'Sign in by address and password',
  headers: signInHeaders,
  success: signedIn,
  errors: ['invalidEmailOrPassword', 'userNotActivated', ...refusedAccount],
  limits: signInFailures,
  isSignIn: true,
} as const
const credentials = { email: sample.email, password: sample.password }

const social = {
  headers: signInHeaders,
  body: z.strictObject({ idToken: z.string() }),
  success: results(socialSessionSchema, 'signed in'),
  isSignIn: true,
  carriesNonce: true,
} as const
const socialErrors = ['authorizationFailed', 'configurationNotFound', ...refusedAccount] as const

const refresh = {
  summary: 'Exchange an update token for its successor',
  success: results(sessionSchema, 'refreshed'),
  errors: ['invalidUpdateToken'],
  // Reads go on during maintenance, and so does the desk that ends it.
  changesData: false,
  isCounted: true,
} as const
const token = z.string().describe('the update token')

const byQuery =
  'The same with the values in the query, for remote clients; the site itself never calls it.'

const availability = {
  // The response tells whether a name is taken.
  limits: {
    availabilityChecksPerMinute: { max: 10, by: 'network', windowMs: MINUTE_MS },
    availabilityChecksPerDay: { max: 100, by: 'network', windowMs: DAY_MS },
  },
} as const

const sessionCalls = defineCalls('auth', {
  login: {
    ...login,
    endpoint: 'POST /user/login/',
    hasNoRules: true,
    description: 'The reason an account is refused is given only after the correct password.',
    body: z.strictObject({ email, password }),
    asQuery: true,
    example: credentials,
  },
  loginByQuery: {
    ...login,
    endpoint: 'GET /user/login/',
    hasNoRules: true,
    description: byQuery,
    query: z.object({ email, password }),
    changesData: true,
    example: credentials,
  },
  register: {
    endpoint: 'POST /user/register/',
    summary: 'Create an account, to be activated with a code',
    headers: signInHeaders,
    body: z.strictObject({ newEmail: fields.newEmail, newPassword }),
    success: results(newSessionSchema, 'registered, not yet activated'),
    errors: ['emailTaken'],
    limits: { registrationsPerHour: { max: 20, by: 'network', windowMs: HOUR_MS } },
    isSignIn: true,
    example: { newEmail: sample.newEmail, newPassword: sample.newPassword },
  },
  continueWithGoogle: {
    ...social,
    endpoint: 'POST /user/with/google',
    hasNoRules: true,
    summary: 'Sign in with the provider’s ID token; registers new users',
    description:
      'The token has to carry the nonce of this browser’s own flow, whose cookie `/auth/social/start` sets. An account whose address the provider gives out is linked and keeps its password; with any other address that has an activated account the token is refused.',
    errors: [...socialErrors, 'emailTaken'],
    example: { idToken: sample.idToken },
  },
  loginWithGoogle: {
    ...social,
    endpoint: 'POST /user/login/with/google',
    hasNoRules: true,
    summary: 'Sign in with the provider’s ID token; existing accounts only',
    description: 'The token is as for `continueWithGoogle`.',
    errors: [...socialErrors, 'dataNotFound', 'emailTaken'],
    example: { idToken: sample.idToken },
  },
  refreshSession: {
    ...refresh,
    endpoint: 'POST /user/token/',
    hasNoRules: true,
    description: `Works once. A second use within ${REFRESH_GRACE_MS / 1000} seconds returns the same successor; a later one, or one after two further refreshes, ends the session. So does use without the sign-in’s cookie, if that came from the site’s own pages.`,
    body: z.strictObject({ token }),
    asQuery: true,
    example: { token: sample.updateToken },
  },
  refreshSessionByQuery: {
    ...refresh,
    endpoint: 'GET /user/token/',
    hasNoRules: true,
    description: byQuery,
    query: z.object({ token }),
    example: { token: sample.updateToken },
  },
  logout: {
    endpoint: 'POST /user/logout',
    summary: 'End the session of the access token, which may have expired',
    access: 'token',
    success: { status: 205, about: 'the session has ended' },
  },
  checkEmail: {
    ...availability,
    endpoint: 'GET /user/email/available/',
    summary: 'Whether an address is free',
    query: z.object({ email: fields.email }),
    errors: ['emailTaken'],
    example: { email: sample.newEmail },
  },
  checkUsername: {
    ...availability,
    endpoint: 'GET /user/username/available/',
    summary: 'Whether a username is free',
    query: z.object({ username: fields.username }),
    errors: ['usernameTaken'],
    example: { username: sample.newUsername },
  },
  authMaintenance: {
    endpoint: 'GET /admin/service/maintenance',
    summary: 'The auth service’s maintenance window',
    success: results(maintenanceSchema, 'start and end of the window, or nothing'),
  },
})

export const authCalls = { ...sessionCalls, ...passkeyLoginCalls, ...passcodeCalls } as const
