import { z } from '@hono/zod-openapi'
import { APPEAL_LENGTH, REQUEST_TEXT_LENGTH } from '../../domain/moderation.ts'
import { accepted, defineCalls } from '../call.ts'
import { sample } from '../examples.ts'
import { entryLimit, fields } from '../fields.ts'
import { shownModeration as shown, VERSION } from '../moderation-examples.ts'
import {
  caseSchema,
  caseSummarySchema,
  decisionFields,
  mutedPersonSchema,
  noticeSchema,
  receiptSchema,
  reportFields,
  requestFields,
} from '../moderation-schemas.ts'

const receipt = {
  status: 200,
  results: z.array(receiptSchema).length(1),
  about: 'the reference number',
} as const

const confirmation = { id: z.string(), passcode: fields.passcode }
const pending = {
  status: 200,
  results: z.array(z.strictObject({ id: z.string() })).length(1),
  about: 'the id to confirm with the mailed code',
} as const

/** Reports, cases, decisions, appeals, requests and mutes (`docs/decisions/0015-moderation.md`). */
export const moderationCalls = defineCalls('moderation', {
  reportComment: {
    method: 'POST',
    path: '/report',
    summary: 'Report a post',
    description: 'The same report twice is one; own posts cannot be reported.',
    access: 'member',
    body: z.strictObject(reportFields),
    success: receipt,
    errors: ['dataNotFound', 'dataNotAvailable', 'userPrivilegeNotFound'],
    limits: ['moderationReportsPerHour'],
    example: { body: shown.report, response: [shown.receipt] },
  },
  reportAsGuest: {
    method: 'POST',
    path: '/report/guest',
    summary: 'Report a post without an account; a code is mailed',
    body: z.strictObject({ ...reportFields, email: fields.email, language: fields.language }),
    success: pending,
    errors: ['dataNotFound', 'dataNotAvailable'],
    limits: ['moderationReportsPerHour', 'codeSendsPerMinute', 'codeSendsPerDay'],
    example: {
      body: { ...shown.report, email: sample.email, language: 'ja' },
      response: [shown.pending],
    },
  },
  confirmGuestReport: {
    method: 'POST',
    path: '/report/confirm',
    summary: 'Confirm a guest’s report with the mailed code',
    body: z.strictObject(confirmation),
    success: receipt,
    errors: ['dataNotFound', 'dataNotAvailable', 'tooManyAttempts'],
    example: { body: shown.confirmation, response: [shown.receipt] },
  },
  requestRemoval: {
    method: 'POST',
    path: '/request',
    summary: 'Object to a post that violates the sender’s rights; a code is mailed',
    body: z.strictObject(requestFields),
    success: pending,
    errors: ['dataNotFound', 'dataNotAvailable'],
    limits: ['moderationReportsPerHour', 'codeSendsPerMinute', 'codeSendsPerDay'],
    example: { body: shown.request, response: [shown.pending] },
  },
  confirmRequest: {
    method: 'POST',
    path: '/request/confirm',
    summary: 'Confirm an objection with the mailed code',
    body: z.strictObject(confirmation),
    success: receipt,
    errors: ['dataNotFound', 'dataNotAvailable', 'tooManyAttempts'],
    example: { body: shown.confirmation, response: [shown.receipt] },
  },
  replyToInquiry: {
    method: 'POST',
    path: '/request/reply',
    summary: 'Reply to an inquiry about the caller’s post',
    access: 'account',
    body: z.strictObject({
      noticeId: z.string(),
      reply: z.enum(['agrees', 'refuses']),
      words: z.string().trim().max(REQUEST_TEXT_LENGTH).optional(),
    }),
    success: accepted,
    errors: ['dataNotFound', 'dataNotAvailable'],
    example: {
      body: { noticeId: sample.noticeId, reply: 'refuses', words: '公開されている住所です。' },
    },
  },
  listNotices: {
    method: 'GET',
    path: '/notice',
    summary: 'The caller’s moderation notices, newest first',
    description: 'Also before activation and while banned.',
    access: 'account',
    success: { status: 200, results: z.array(noticeSchema), about: 'at most the newest 50' },
    example: { response: [shown.notice] },
  },
  markNoticesRead: {
    method: 'PUT',
    path: '/notice/read',
    summary: 'Mark the caller’s notices as read',
    access: 'account',
    body: z.strictObject({ noticeIds: z.array(z.string()).max(50) }),
    success: accepted,
    example: { body: { noticeIds: [sample.noticeId] } },
  },
  appeal: {
    method: 'POST',
    path: '/appeal',
    summary: 'Appeal against a decision, once, within 30 days',
    access: 'account',
    body: z.strictObject({
      decisionId: z.string(),
      text: z.string().trim().min(1).max(APPEAL_LENGTH),
    }),
    success: receipt,
    errors: ['dataNotFound', 'dataNotAvailable'],
    example: {
      body: { decisionId: sample.decisionId, text: '攻撃する意図はありませんでした。' },
      response: [shown.receipt],
    },
  },
  listMutes: {
    method: 'GET',
    path: '/mute',
    summary: 'The people the caller has muted, newest first',
    access: 'member',
    success: { status: 200, results: z.array(mutedPersonSchema), about: 'muted people' },
    example: { response: [shown.muted] },
  },
  mute: {
    method: 'PUT',
    path: '/mute',
    summary: 'Mute a person for the caller',
    access: 'member',
    body: z.strictObject({ userId: z.string() }),
    success: accepted,
    errors: ['dataNotFound', 'dataNotAvailable', 'userPrivilegeNotFound'],
    example: { body: { userId: sample.mutedUserId } },
  },
  unmute: {
    method: 'DELETE',
    path: '/mute',
    summary: 'Unmute a person',
    access: 'member',
    body: z.strictObject({ userId: z.string() }),
    success: { status: 205, about: 'no longer muted' },
    example: { body: { userId: sample.mutedUserId } },
  },
  listCases: {
    method: 'GET',
    path: '/case',
    summary: 'The queue: cases that wait, heaviest and oldest first',
    access: 'moderator',
    query: z.object({
      after: z.string().optional().openapi({ description: 'a case’s id: those after it' }),
      limit: entryLimit(50, 20),
    }),
    success: {
      status: 200,
      results: z.array(caseSummarySchema),
      about: 'waiting cases',
      headers: { 'Next-After': 'the `after` of the next page; absent on the last' },
    },
    errors: ['dataNotAvailable'],
    example: { query: { limit: '20' }, response: [shown.summary] },
  },
  readCase: {
    method: 'GET',
    path: '/case/detail',
    summary: 'A case with its context',
    access: 'moderator',
    query: z.object({ caseId: z.string().openapi({ description: 'a case’s id' }) }),
    success: { status: 200, results: z.array(caseSchema).length(1), about: 'the case' },
    errors: ['dataNotFound'],
    example: { query: { caseId: sample.caseId }, response: [shown.whole] },
  },
  decideCase: {
    method: 'POST',
    path: '/case/decision',
    summary: 'Decide a case in one step',
    description:
      '406 with the field `version` when another moderator changed the case since; no one acts on a person with a higher ' +
      'or equal role (-1016).',
    access: 'moderator',
    body: z.strictObject(decisionFields),
    success: { status: 200, results: z.array(caseSchema).length(1), about: 'the case' },
    errors: ['dataNotFound', 'dataNotAvailable', 'userPrivilegeNotFound'],
    example: { body: shown.decided, response: [shown.whole] },
  },
  decideAppeal: {
    method: 'POST',
    path: '/appeal/decision',
    summary: 'Decide an appeal; by another person where there is one',
    access: 'moderator',
    body: z.strictObject({
      caseId: z.string(),
      version: z.int(),
      outcome: z.enum(['upheld', 'reversed']),
      explanation: z.string().trim().min(1).max(APPEAL_LENGTH),
    }),
    success: { status: 200, results: z.array(caseSchema).length(1), about: 'the case' },
    errors: ['dataNotFound', 'dataNotAvailable', 'userPrivilegeNotFound'],
    example: {
      body: {
        caseId: sample.caseId,
        version: VERSION,
        outcome: 'upheld',
        explanation: '判断は変わりません。',
      },
      response: [shown.whole],
    },
  },
  inquire: {
    method: 'POST',
    path: '/request/inquiry',
    summary: 'Ask the poster about a request; a reply is due in seven days',
    access: 'moderator',
    body: z.strictObject({ caseId: z.string(), version: z.int(), reference: z.string() }),
    success: { status: 200, results: z.array(caseSchema).length(1), about: 'the case' },
    errors: ['dataNotFound', 'dataNotAvailable', 'userPrivilegeNotFound'],
    example: {
      body: { caseId: sample.caseId, version: VERSION, reference: sample.requestReference },
      response: [shown.whole],
    },
  },
  readOwnRole: {
    method: 'GET',
    path: '/case/role',
    summary: 'The caller’s roles',
    access: 'member',
    success: {
      status: 200,
      results: z.array(z.enum(['editor', 'moderator', 'operator'])),
      about: 'roles, none for most people',
    },
    example: { response: ['moderator'] },
  },
})
