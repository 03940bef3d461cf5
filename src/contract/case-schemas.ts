import { z } from 'zod'
import { languages } from '../domain/language.ts'
import { caseStates, reportCategories, roles } from '../domain/moderation.ts'
import { decisionSchema } from './decision-schemas.ts'
import { seconds, texts } from './fields.ts'

/** A line of the queue. */
export const caseSummarySchema = z
  .strictObject({
    caseId: z.string(),
    version: z.int(),
    state: z.enum(caseStates),
    isHeld: z.boolean().meta({ description: 'hidden from everybody but its author' }),
    isAboutAccount: z.boolean().meta({
      description: 'a pause or ban without a post, which waits for the decision on its appeal',
    }),
    score: z.number(),
    openedAt: seconds,
    waitingSince: seconds,
    filter: z.string().optional(),
    text: z.string().meta({ description: 'of the post; empty when it is erased' }),
    language: z.enum(languages),
    author: z.string().meta({ description: 'username; empty when the account is deleted' }),
    categories: z.array(z.strictObject({ category: z.enum(reportCategories), count: z.int() })),
    hasRequest: z.boolean(),
  })
  .meta({ id: 'CaseSummary' })
export type CaseSummary = z.infer<typeof caseSummarySchema>

/** A case with its context. Holds no email address and no IP address. */
export const caseSchema = z
  .strictObject({
    ...caseSummarySchema.shape,
    comment: z.strictObject({
      commentId: z.string(),
      postedAt: seconds,
      isDeleted: z.boolean().meta({ description: 'by its author' }),
    }),
    question: z.strictObject({ questionId: z.string(), texts }),
    authorInfo: z
      .strictObject({
        userId: z.string(),
        memberSince: seconds,
        language: z.enum(languages),
        role: z.enum(roles).optional(),
        otherPosts: z.array(
          z.strictObject({ text: z.string(), postedAt: seconds, questionId: z.string() }),
        ),
        earlierDecisions: z.array(decisionSchema),
      })
      .optional(),
    reports: z.array(
      z.strictObject({
        reference: z.string(),
        category: z.enum(reportCategories),
        words: z.string(),
        illegal: z.string().optional(),
        name: z.string().optional().meta({ description: 'as given with "illegal"' }),
        reportedAt: seconds,
        weight: z.number(),
        isGuest: z.boolean(),
        outcome: z.enum(['upheld', 'dismissed']).optional(),
      }),
    ),
    requests: z.array(
      z.strictObject({
        reference: z.string(),
        kind: z.enum(['deletion', 'dsa']),
        name: z.string(),
        right: z.string(),
        reason: z.string(),
        requestedAt: seconds,
        inquiredAt: seconds.optional(),
        replyDueAt: seconds.optional(),
        reply: z.enum(['agrees', 'refuses']).optional(),
        replyText: z.string().optional(),
        outcome: z.enum(['upheld', 'dismissed']).optional(),
      }),
    ),
    decisions: z.array(decisionSchema),
    appeal: z
      .strictObject({
        reference: z.string(),
        text: z.string(),
        appealedAt: seconds,
        /** The reader may not decide: another moderator exists. */
        isOwnDecision: z.boolean(),
        isForOperators: z.boolean().meta({
          description: 'the reader may not decide: an operator has suspended the account',
        }),
        outcome: z.enum(['upheld', 'reversed']).optional(),
        explanation: z.string().optional(),
      })
      .optional(),
    history: z.array(
      z.strictObject({ at: seconds, actor: z.string(), action: z.string(), why: z.string() }),
    ),
  })
  .meta({ id: 'Case' })
export type Case = z.infer<typeof caseSchema>
