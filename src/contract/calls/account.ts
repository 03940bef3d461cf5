import { z } from '@hono/zod-openapi'
import { defineCalls, sent } from '../call.ts'
import { deletedFromWords } from '../deleted-from.ts'
import { sample } from '../examples.ts'
import { fields, languageHeader } from '../fields.ts'

/** Leaving for good. */
export const accountCalls = defineCalls('account', {
  sendDeletionCode: {
    method: 'GET',
    path: '/user/account/delete',
    summary: 'Send the code that permits deleting the account',
    access: 'account',
    headers: languageHeader,
    success: sent,
    errors: ['dataNotAvailable'],
    limits: ['codeSendsPerMinute', 'codeSendsPerDay'],
    changesData: true,
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/user/',
    summary: 'Delete the account with its code, and everything of the person',
    description: deletedFromWords,
    access: 'account',
    body: z.strictObject({ passcode: fields.passcode, language: fields.language }),
    success: { status: 205, about: 'everything of the person is gone' },
    errors: ['dataNotAvailable'],
    limits: ['codeGuessesPerDay', 'codeFailuresInARow'],
    example: { body: { passcode: sample.passcode, language: 'ja' } },
  },
})
