import { z } from 'zod'
import { languages } from '../domain/language.ts'
import { REPORT_WORDS_LENGTH, reportCategories, REQUEST_TEXT_LENGTH } from '../domain/moderation.ts'
import { decisionSchema } from './case-schemas.ts'
import { address, seconds, trimmedLine } from './fields.ts'

/** "illegal" requires the fields of article 16 of the DSA. */
export const reportFields = {
  commentId: z.string(),
  category: z.enum(reportCategories),
  words: z.string().trim().max(REPORT_WORDS_LENGTH).optional(),
  illegal: z
    .strictObject({
      /** The law, and how the post breaks it. */
      reason: trimmedLine(REPORT_WORDS_LENGTH),
      name: trimmedLine(200).optional(),
      inGoodFaith: z.literal(true),
    })
    .optional()
    .describe('required with the category "illegal"'),
}

export type ReportedPost = z.output<z.ZodObject<typeof reportFields>>

/** A report of an illegal post needs an explanation. */
export function isExplained(report: { category: string; illegal?: unknown }): boolean {
  return report.category !== 'illegal' || report.illegal !== undefined
}

export const receiptSchema = z
  .strictObject({ reference: z.string(), receivedAt: seconds })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receiptSchema>

/** Form of a person whose rights a post touches; `kind` names the procedure. */
export const requestFields = {
  kind: z.enum(['deletion', 'dsa']),
  /** The post's id, or its address on this site. */
  post: trimmedLine(500),
  name: trimmedLine(200),
  email: address('to which the answer goes'),
  /** Postal address or telephone number. */
  contact: trimmedLine(500),
  /** The right, or the law. */
  right: trimmedLine(500),
  reason: trimmedLine(REQUEST_TEXT_LENGTH),
  inGoodFaith: z.literal(true),
  language: z.enum(languages),
}
export type RightsRequest = z.output<z.ZodObject<typeof requestFields>>

/**
 * Kinds: `held` (hidden by a filter or reports until a decision), `decision` (statement of reasons), `report` (the
 * person's, until its `outcome`), `appeal` (its outcome), `inquiry` (request to delete the post; reply by `replyDueAt`).
 */
export const moderationNoticeSchema = z
  .strictObject({
    noticeId: z.string(),
    kind: z.enum(['held', 'decision', 'outcome', 'appeal', 'inquiry', 'suggestion', 'report']),
    createdAt: seconds,
    isRead: z.boolean(),
    isAboutAccount: z.boolean().optional().describe('a decision about the account, without a post'),
    text: z
      .string()
      .describe(
        'the post, or the suggested question that was chosen; empty when it is erased, and for reporters while it is not public',
      ),
    filter: z.string().optional(),
    decision: decisionSchema.optional(),
    outcome: z
      .enum(['upheld', 'dismissed', 'reversed'])
      .optional()
      .describe('of the report, the appeal or the request that the notice is about'),
    reference: z.string().optional(),
    explanation: z.string().optional().describe('of the outcome of an appeal'),
    appealUntil: seconds.optional(),
    appealedAt: seconds
      .optional()
      .describe('of a decision: when its author appealed; absent once the appeal is decided'),
    replyDueAt: seconds
      .optional()
      .describe('of an inquiry; absent once it is replied to or the request is decided'),
    isReplied: z.boolean().optional().describe('of an inquiry'),
    /** Inquiries only: the right and the reason of the request. */
    reason: z.string().optional(),
  })
  .meta({ id: 'Notice' })
export type ModerationNotice = z.infer<typeof moderationNoticeSchema>

export const mutedPersonSchema = z
  .strictObject({ userId: z.string(), username: z.string(), mutedAt: seconds })
  .meta({ id: 'MutedPerson' })
