import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts'
import { APPEAL_LENGTH, APPEAL_TIME_MS, REQUEST_TEXT_LENGTH } from '../../domain/moderation.ts'
import { defineCalls, results, codeSends } from '../call.ts'
import { sample } from '../examples.ts'
import { fields } from '../fields.ts'
import {
  mutedPersonSchema,
  moderationNoticeSchema,
  receiptSchema,
  isExplained,
  reportFields,
  requestFields,
} from '../moderation-schemas.ts'
import { caseCalls } from './moderation-cases.ts'

const receipt = results(z.array(receiptSchema).length(1), 'the reference number')

const confirmation = {
  body: z.strictObject({ id: z.string(), passcode: fields.passcode }),
  success: receipt,
  errors: ['dataNotFound', 'tooManyAttempts'],
  example: { id: sample.confirmationId, passcode: sample.passcode },
} as const
const pending = results(
  z.array(z.strictObject({ id: z.string() })).length(1),
  'the id to confirm with the mailed code',
)

const report = {
  commentId: sample.commentId,
  category: 'harassment',
  words: '名指しで責められています。',
}

const reportsPerHour = { max: 20, by: 'network', windowMs: HOUR_MS } as const

const readerCalls = defineCalls('moderation', {
  reportComment: {
    endpoint: 'POST /report',
    summary: 'Report a post',
    description: 'The same report twice is one; own posts cannot be reported.',
    access: 'member',
    body: z.strictObject(reportFields).refine(isExplained, { path: ['illegal'] }),
    purges: 'pages',
    success: receipt,
    errors: ['dataNotFound', 'userPrivilegeNotFound'],
    limits: { reportsPerHour: { ...reportsPerHour, by: 'person' } },
    example: report,
  },
  reportAsGuest: {
    endpoint: 'POST /report/guest',
    summary: 'Report a post without an account; a code is mailed',
    body: z
      .strictObject({ ...reportFields, email: fields.email, language: fields.language })
      .refine(isExplained, { path: ['illegal'] }),
    success: pending,
    errors: ['dataNotFound'],
    limits: { reportsPerHour, ...codeSends },
    example: { ...report, email: sample.email, language: 'ja' },
  },
  confirmGuestReport: {
    ...confirmation,
    endpoint: 'POST /report/confirm',
    summary: 'Confirm a guest’s report with the mailed code',
    purges: 'pages',
  },
  requestRemoval: {
    endpoint: 'POST /request',
    summary: 'Object to a post that violates the sender’s rights; a code is mailed',
    body: z.strictObject(requestFields),
    success: pending,
    errors: ['dataNotFound'],
    limits: { reportsPerHour, ...codeSends },
    example: {
      kind: 'deletion',
      post: sample.commentId,
      name: '佐藤花子',
      email: sample.email,
      contact: '東京都千代田区1-1',
      right: 'プライバシー',
      reason: '自宅の住所が書かれています。',
      inGoodFaith: true,
      language: 'ja',
    },
  },
  confirmRequest: {
    ...confirmation,
    endpoint: 'POST /request/confirm',
    summary: 'Confirm an objection with the mailed code',
  },
  replyToInquiry: {
    endpoint: 'POST /request/reply',
    summary: 'Reply to an inquiry about the caller’s post',
    access: 'account',
    body: z.strictObject({
      noticeId: z.string(),
      reply: z.enum(['agrees', 'refuses']),
      words: z.string().trim().max(REQUEST_TEXT_LENGTH).optional(),
    }),
    errors: ['dataNotFound'],
    example: { noticeId: sample.noticeId, reply: 'refuses', words: '公開されている住所です。' },
  },
  listNotices: {
    endpoint: 'GET /notice',
    summary: 'The caller’s moderation notices, newest first',
    description: 'Also before activation and while suspended.',
    access: 'account',
    success: results(z.array(moderationNoticeSchema), 'at most the newest 50'),
  },
  markNoticesRead: {
    endpoint: 'PUT /notice/read',
    hasNoRules: true,
    summary: 'Mark the caller’s notices as read',
    access: 'account',
    body: z.strictObject({ noticeIds: z.array(z.string()).max(50) }),
    example: { noticeIds: [sample.noticeId] },
  },
  appeal: {
    endpoint: 'POST /appeal',
    summary: `Appeal against a decision, once, within ${APPEAL_TIME_MS / DAY_MS} days`,
    access: 'account',
    body: z.strictObject({
      decisionId: z.string(),
      text: z.string().trim().min(1).max(APPEAL_LENGTH),
    }),
    success: receipt,
    errors: ['dataNotFound'],
    example: { decisionId: sample.decisionId, text: '攻撃する意図はありませんでした。' },
  },
  listMutes: {
    endpoint: 'GET /mute',
    summary: 'The people the caller has muted, newest first',
    access: 'member',
    success: results(z.array(mutedPersonSchema), 'muted people'),
  },
  mute: {
    endpoint: 'PUT /mute',
    summary: 'Mute a person for the caller',
    access: 'member',
    body: z.strictObject({ userId: z.string() }),
    errors: ['dataNotFound', 'userPrivilegeNotFound'],
    example: { userId: sample.mutedUserId },
  },
  unmute: {
    endpoint: 'DELETE /mute',
    hasNoRules: true,
    summary: 'Unmute a person',
    access: 'member',
    body: z.strictObject({ userId: z.string() }),
    success: { status: 205, about: 'no longer muted' },
    example: { userId: sample.mutedUserId },
  },
})

export const moderationCalls = { ...readerCalls, ...caseCalls }
