import { z } from 'zod'
import { MAX_PASSCODE_ATTEMPTS } from '../../domain/passcode.ts'
import { defineCalls, results, sent, codeGuesses, codeSends } from '../call.ts'
import { sample } from '../examples.ts'
import { fields } from '../fields.ts'

const { email, passcode, newPassword, language } = fields

const codeSending = {
  query: z.object({ email, language }),
  success: sent,
  limits: codeSends,
  changesData: true,
  example: { email: sample.email, language: 'ja' },
} as const
const codeGuessing = {
  limits: codeGuesses,
} as const

export const passcodeCalls = defineCalls('auth', {
  sendActivationCode: {
    ...codeSending,
    endpoint: 'GET /user/register/complete/',
    summary: 'Send the activation code',
    description: 'The answer is the same whether or not an account is waiting for activation.',
  },
  sendResetCode: {
    ...codeSending,
    endpoint: 'GET /user/password/reset/',
    summary: 'Send the code for a new password',
    description: 'The answer is the same whether or not such an account exists.',
  },
  checkCode: {
    ...codeGuessing,
    endpoint: 'GET /user/key/available/',
    summary: 'Check a code without using it up',
    description: `The live code of each purpose is compared. One is invalidated after ${MAX_PASSCODE_ATTEMPTS} wrong attempts.`,
    query: z.object({ email, passcode }),
    isCounted: true,
    example: { email: sample.email, passcode: sample.passcode },
  },
  unlockCodes: {
    endpoint: 'PUT /user/key/unlock/',
    summary: 'Open code entry again with the mailed link’s token',
    body: z.strictObject({ token: z.string() }),
    example: { token: sample.unlockToken },
  },
  secureAccount: {
    endpoint: 'PUT /user/secure/',
    summary: 'End all sessions and the password with the token of a security mail’s link',
    description: 'The account gets the address back that the link was sent to.',
    body: z.strictObject({ token: z.string() }),
    success: results(
      z.strictObject({ email: email.optional() }),
      'the address; none without a password',
    ),
    example: { token: sample.securityToken },
  },
  activate: {
    ...codeGuessing,
    endpoint: 'PUT /user/status/activated',
    summary: 'Activate an account with its code',
    body: z.strictObject({ email, passcode, language }),
    example: { email: sample.email, passcode: sample.passcode, language: 'ja' },
  },
  resetPassword: {
    ...codeGuessing,
    endpoint: 'PUT /user/password/reset/',
    summary: 'Set a new password with a code; every session ends',
    body: z.strictObject({ email, newPassword, passcode, language }),
    example: {
      email: sample.email,
      newPassword: sample.newPassword,
      passcode: sample.passcode,
      language: 'ja',
    },
  },
})
