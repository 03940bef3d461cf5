import { z } from 'zod'
import { isValidEmail } from '../domain/email.ts'
import { languages } from '../domain/language.ts'
import { REPORT_WORDS_LENGTH, reportCategories, REQUEST_TEXT_LENGTH } from '../domain/moderation.ts'
import { decisionSchema } from './case-schemas.ts'
import { seconds, trimmedLine } from './fields.ts'

/** Fields of a report. "illegal" requires those of article 16 of the DSA. */
export const reportFields = {
  commentId: z.string(),
  category: z.enum(reportCategories),
  words: z.string().trim().max(REPORT_WORDS_LENGTH).optional(),
  illegal: z
    .strictObject({
      /** Why it is illegal: the law, and how the post breaks it. */
      reason: trimmedLine(REPORT_WORDS_LENGTH),
      /** Name of the person who reports; may be left out. */
      name: trimmedLine(200).optional(),
      /** Believed in good faith to be accurate and complete. */
      inGoodFaith: z.literal(true),
    })
    .optional()
    .describe('required with the category "illegal"'),
}

/** The rule of a report: an illegal post is explained. */
export function isExplained(report: { category: string; illegal?: unknown }): boolean {
  return report.category !== 'illegal' || report.illegal !== undefined
}

export const receiptSchema = z
  .strictObject({ reference: z.string(), receivedAt: seconds })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receiptSchema>

/** The form of a person whose rights a post touches; `kind` names the procedure. */
export const requestFields = {
  kind: z.enum(['deletion', 'dsa']),
  /** The post's id, or its address on this site. */
  post: trimmedLine(500),
  name: trimmedLine(200),
  email: trimmedLine(254).refine(isValidEmail),
  /** Postal address or telephone number. */
  contact: trimmedLine(500),
  /** The right, or the law. */
  right: trimmedLine(500),
  reason: trimmedLine(REQUEST_TEXT_LENGTH),
  inGoodFaith: z.literal(true),
  language: z.enum(languages),
}

/**
 * A notice about moderation: `held` (a filter or reports hide their post until a decision), `decision` (a
 * statement of reasons), `outcome` (of their report), `appeal` (outcome of their appeal), `inquiry` (somebody asks for
 * deletion of their post; a reply is asked for until `replyDueAt`).
 */
export const moderationNoticeSchema = z
  .strictObject({
    noticeId: z.string(),
    kind: z.enum(['held', 'decision', 'outcome', 'appeal', 'inquiry', 'suggestion']),
    createdAt: seconds,
    isRead: z.boolean(),
    isAboutAccount: z.boolean().optional().describe('a decision about the account, without a post'),
    text: z
      .string()
      .describe(
        'the post, or the suggested question that was chosen; empty for reporters and when it is erased',
      ),
    filter: z.string().optional(),
    decision: decisionSchema.optional(),
    outcome: z.enum(['upheld', 'dismissed', 'reversed']).optional(),
    reference: z.string().optional(),
    explanation: z.string().optional().describe('of the outcome of an appeal'),
    /** Until when the decision can be appealed; absent when it cannot. */
    appealUntil: seconds.optional(),
    appealedAt: seconds
      .optional()
      .describe('of a decision: when its author appealed; absent once the appeal is decided'),
    replyDueAt: seconds
      .optional()
      .describe('of an inquiry; absent once it is replied to or the request is decided'),
    isReplied: z.boolean().optional().describe('of an inquiry'),
    /** The right and the reason that a request names; of an inquiry only. */
    reason: z.string().optional(),
  })
  .meta({ id: 'Notice' })
export type ModerationNotice = z.infer<typeof moderationNoticeSchema>

export const mutedPersonSchema = z
  .strictObject({ userId: z.string(), username: z.string(), mutedAt: seconds })
  .meta({ id: 'MutedPerson' })
export type MutedPerson = z.infer<typeof mutedPersonSchema>
