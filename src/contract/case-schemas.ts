import { z } from 'zod'
import { languages } from '../domain/language.ts'
import {
  caseStates,
  reportCategories,
  roles,
  decisionActions,
  EXPLANATION_LENGTH,
  groundKinds,
} from '../domain/moderation.ts'
import { seconds, texts, trimmedLine } from './fields.ts'

/** Of a decision that may refuse requests. */
export const refusalReason = z
  .string()
  .trim()
  .max(EXPLANATION_LENGTH)
  .optional()
  .describe('mailed to everybody whose request it refuses')

const groundSchema = z.strictObject({
  kind: z.enum(groundKinds),
  text: z.string().describe('the law or the clause of the terms'),
})

/** Shown to the author of a hidden post. */
export const hiddenSchema = z
  .strictObject({
    state: z
      .enum(['held', 'hidden'])
      .describe('held: until somebody decides; hidden: by a decision'),
    filter: z
      .string()
      .optional()
      .describe('name of the filter that holds it; absent where reports do'),
    ground: groundSchema.optional(),
    explanation: z.string().optional(),
  })
  .meta({ id: 'Hidden', description: 'absent while everybody sees the post' })
export type Hidden = z.infer<typeof hiddenSchema>

export const decisionSchema = z
  .strictObject({
    decisionId: z.string(),
    action: z.enum([...decisionActions, 'reverse']),
    until: seconds.optional().describe('end of a pause'),
    endedAt: seconds.optional().describe('when a pause or a ban was ended before its time'),
    isReplaced: z.boolean().optional().describe('a ban ended this pause'),
    isUpheld: z.boolean().optional().describe('an appeal against this decision was rejected'),
    ground: groundSchema.optional(),
    explanation: z.string(),
    foundByFilter: z.boolean(),
    foundByRequest: z.boolean().optional().describe('without either, by reports'),
    decidedAt: seconds,
    moderator: z.string().optional().describe('username; for moderators only'),
  })
  .meta({ id: 'Decision' })
export type Decision = z.infer<typeof decisionSchema>

/** Beside what was decided about it. */
export const postText = z
  .string()
  .optional()
  .describe('the post; empty where it is erased, absent for a case about the account')

/** As a moderator states it. */
export const groundInput = z
  .strictObject({ kind: z.enum(groundKinds), text: trimmedLine(300) })
  .optional()

export const decisionFields = {
  caseId: z.string(),
  version: z.int().describe('of the case, as it was read'),
  action: z.enum(decisionActions),
  until: seconds.optional().describe('required for a pause, in the future'),
  ground: groundInput.describe('required for every action but "none"'),
  explanation: z.string().trim().max(EXPLANATION_LENGTH).optional().describe('likewise'),
  refusalReason,
}

export const caseSummarySchema = z
  .strictObject({
    caseId: z.string(),
    version: z.int(),
    state: z.enum(caseStates),
    isHeld: z.boolean().describe('hidden from everybody but its author'),
    isAboutAccount: z
      .boolean()
      .describe('a pause or ban without a post, which waits for the decision on its appeal'),
    score: z.number(),
    waitingSince: seconds,
    filter: z.string().optional(),
    text: z.string().describe('of the post; empty when it is erased'),
    language: z.enum(languages),
    author: z.string().describe('username; empty when the account is deleted'),
    categories: z.array(z.strictObject({ category: z.enum(reportCategories), count: z.int() })),
    hasRequest: z.boolean(),
    hasReply: z.boolean().describe('the author has replied to an undecided request'),
    replyDueAt: seconds
      .optional()
      .describe('until then the author may reply, whom every undecided request waits for'),
    isOwnDecision: z.boolean().optional().describe('the appeal is against the reader’s decision'),
    decision: decisionSchema.optional().describe('the last one; in the list of decided cases'),
  })
  .meta({ id: 'CaseSummary' })
export type CaseSummary = z.infer<typeof caseSummarySchema>

/** Holds no email address and no IP address. */
export const caseSchema = z
  .strictObject({
    ...caseSummarySchema.shape,
    hasTranslator: z.boolean().optional().describe('the site translates the post'),
    filterWord: z.string().optional().describe('of the operator’s list, which holds the post'),
    comment: z.strictObject({
      commentId: z.string(),
      postedAt: seconds,
      isDeleted: z.boolean().describe('by its author'),
    }),
    question: z.strictObject({ questionId: z.string(), texts }),
    authorInfo: z
      .strictObject({
        userId: z.string(),
        memberSince: seconds,
        language: z.enum(languages),
        role: z.enum(roles).optional(),
        otherPosts: z.array(z.strictObject({ text: z.string(), postedAt: seconds })),
        earlierDecisions: z.array(decisionSchema.extend({ caseId: z.string(), text: postText })),
      })
      .optional(),
    reports: z.array(
      z.strictObject({
        reference: z.string(),
        category: z.enum(reportCategories),
        words: z.string(),
        illegal: z.string().optional(),
        name: z.string().optional().describe('as given with "illegal"'),
        reportedAt: seconds,
        isGuest: z.boolean(),
        isOwn: z.boolean().describe('by the reader, who may decide it all the same'),
        outcome: z.enum(['upheld', 'dismissed']).optional(),
      }),
    ),
    requests: z.array(
      z.strictObject({
        reference: z.string(),
        kind: z.enum(['deletion', 'dsa']),
        language: z.enum(languages).describe('of the mails to the requester'),
        name: z.string(),
        right: z.string(),
        reason: z.string(),
        requestedAt: seconds,
        replyDueAt: seconds.optional(),
        reply: z.enum(['agrees', 'refuses']).optional(),
        replyText: z.string().optional(),
        outcome: z.enum(['upheld', 'dismissed']).optional(),
      }),
    ),
    decisions: z.array(decisionSchema),
    erasedAt: seconds
      .optional()
      .describe('when the copy of the post, the appeal and what others wrote were erased'),
    appeal: z
      .strictObject({
        reference: z.string(),
        text: z.string(),
        appealedAt: seconds,
        /** The reader made the decision and may not decide its appeal: another moderator exists. */
        isOwnDecision: z.boolean(),
        isForOperators: z
          .boolean()
          .describe('the reader may not decide: an operator has suspended the account'),
      })
      .optional(),
    isForOperators: z
      .boolean()
      .optional()
      .describe('of a decided case: the reader may not replace an operator’s decision'),
    history: z.array(
      z.strictObject({ at: seconds, actor: z.string(), action: z.string(), why: z.string() }),
    ),
  })
  .meta({ id: 'Case' })
export type Case = z.infer<typeof caseSchema>
