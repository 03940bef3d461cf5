import { sample, shown } from '../examples.ts'
import { done, type Operation, type Operations } from '../operation.ts'
import { maintenanceAnswer } from './question.ts'

const { email, password, newPassword, passcode, username } = sample

const refusedSignIn = [
  'userNotActivated',
  'userBanned',
  'userTemporarilyBanned',
  'userRemoved',
] as const

const login: Operation = {
  id: 'login',
  summary: 'Sign in by address and password',
  description: 'Why an account may not come in is told only after the right password.',
  body: { email, password },
  answer: { results: shown.session },
  errors: ['invalidEmailOrPassword', 'tooManyAttempts', ...refusedSignIn],
}

const token: Operation = {
  id: 'refreshSession',
  summary: 'Exchange an update token for its successor',
  description:
    'Works once. A second use within 30 seconds answers the same successor; a later one ends the session.',
  body: { token: sample.updateToken },
  answer: { results: shown.session },
  errors: ['invalidUpdateToken'],
}

const social: Operation = {
  id: 'continueWithGoogle',
  summary: 'Sign in with the provider’s ID token, registering whoever is new',
  description:
    'The token has to carry the nonce of this browser’s own flow, whose cookie `/auth/social/start` sets.',
  body: { idToken: sample.idToken },
  answer: { results: { ...shown.session, username, registered: true } },
  errors: [
    'authorizationFailed',
    'configurationNotFound',
    'emailTaken',
    'userBanned',
    'userTemporarilyBanned',
    'userRemoved',
  ],
}

const inQuery =
  'The same with the values in the query, for remote clients; the site itself never calls it.'

export const authOperations: Operations = {
  'POST /user/login': login,
  'GET /user/login': {
    ...withoutBody(login),
    id: 'loginByQuery',
    description: inQuery,
    query: { email, password },
  },
  'POST /user/register': {
    id: 'register',
    summary: 'Create an account that waits for its code',
    body: { newEmail: sample.newEmail, newPassword },
    answer: { results: { ...shown.session, username: 'user-k7wq2m' } },
    errors: ['emailTaken', 'dataNotAvailable', 'tooManyAttempts'],
  },
  'POST /user/with/google': social,
  'POST /user/login/with/google': {
    ...social,
    id: 'loginWithGoogle',
    summary: 'Sign in with the provider’s ID token, only whoever has an account',
    answer: { results: { ...shown.session, username, registered: false } },
    errors: [
      'authorizationFailed',
      'configurationNotFound',
      'dataNotFound',
      'userBanned',
      'userTemporarilyBanned',
      'userRemoved',
    ],
  },
  'POST /user/token': token,
  'GET /user/token': {
    ...withoutBody(token),
    id: 'refreshSessionByQuery',
    description: inQuery,
    query: { token: sample.updateToken },
  },
  'POST /user/logout': {
    id: 'logout',
    summary: 'End the session of the access token, which may have expired',
    errors: ['invalidAccessToken'],
  },
  'GET /user/email/available': {
    id: 'checkEmail',
    summary: 'Whether an address is free',
    query: { email: sample.newEmail },
    answer: done,
    errors: ['emailTaken', 'dataNotAvailable', 'tooManyAttempts'],
  },
  'GET /user/username/available': {
    id: 'checkUsername',
    summary: 'Whether a username is free',
    query: { username: sample.newUsername },
    answer: done,
    errors: ['usernameTaken', 'dataNotAvailable', 'tooManyAttempts'],
  },
  'GET /user/register/complete': {
    id: 'sendActivationCode',
    summary: 'Send the activation code',
    description: 'Answers the same whether or not somebody waits for one.',
    query: { email, language: 'ja' },
    answer: done,
    errors: ['dataNotAvailable', 'tooManyAttempts'],
  },
  'GET /user/password/reset': {
    id: 'sendResetCode',
    summary: 'Send the code for a new password',
    description: 'Answers the same whether or not there is such an account.',
    query: { email, language: 'ja' },
    answer: done,
    errors: ['dataNotAvailable', 'tooManyAttempts'],
  },
  'GET /user/key/available': {
    id: 'checkCode',
    summary: 'Whether a code is right; it is not used up',
    description: 'After five wrong tries the code is dead.',
    query: { email, passcode },
    answer: done,
    errors: ['dataNotAvailable', 'tooManyAttempts'],
  },
  'PUT /user/key/unlock': {
    id: 'unlockCodes',
    summary: 'Open code entry again with the mailed link’s token',
    body: { token: sample.unlockToken },
    answer: done,
    errors: ['dataNotAvailable'],
  },
  'PUT /user/status/activated': {
    id: 'activate',
    summary: 'Activate an account with its code',
    body: { email, passcode, language: 'ja' },
    answer: done,
    errors: ['dataNotAvailable', 'tooManyAttempts'],
  },
  'PUT /user/password/reset': {
    id: 'resetPassword',
    summary: 'Set a new password with a code; every session ends',
    body: { email, newPassword, passcode, language: 'ja' },
    answer: done,
    errors: ['dataNotAvailable', 'tooManyAttempts'],
  },
  'GET /admin/service/maintenance': {
    id: 'authMaintenance',
    summary: 'The auth service’s maintenance window',
    answer: maintenanceAnswer(),
  },
}

function withoutBody({ body: _, ...rest }: Operation): Operation {
  return rest
}
