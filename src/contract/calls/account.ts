import { z } from 'zod'
import { defineCalls, sent, codeGuesses, codeSends } from '../call.ts'
import { sample } from '../examples.ts'
import { fields, languageHeader } from '../fields.ts'

export const accountCalls = defineCalls('account', {
  sendDeletionCode: {
    endpoint: 'GET /user/account/delete',
    summary: 'Send the code that permits deleting the account',
    access: 'account',
    headers: languageHeader,
    success: sent,
    limits: codeSends,
    changesData: true,
  },
  deleteAccount: {
    endpoint: 'DELETE /user/',
    summary: 'Delete the account and all its data, with the code',
    access: 'account',
    purges: 'pages',
    body: z.strictObject({ passcode: fields.passcode, language: fields.language }),
    success: { status: 205, about: 'the account and its data are deleted' },
    limits: codeGuesses,
    example: { passcode: sample.passcode, language: 'ja' },
  },
})
