import { z } from '@hono/zod-openapi'
import { languages } from '../domain/language.ts'
import {
  caseStates,
  decisionActions,
  EXPLANATION_LENGTH,
  groundKinds,
  reportCategories,
  REPORT_WORDS_LENGTH,
  REQUEST_TEXT_LENGTH,
  roles,
} from '../domain/moderation.ts'

const seconds = z.int().openapi({ description: 'epoch seconds' })
const line = (max: number) => z.string().trim().min(1).max(max)

/** What a report says. "illegal" asks what article 16 of the DSA asks. */
export const reportFields = {
  commentId: z.string(),
  category: z.enum(reportCategories),
  words: z.string().trim().max(REPORT_WORDS_LENGTH).optional(),
  illegal: z
    .strictObject({
      /** Why it is illegal: the law, and how the post breaks it. */
      reason: line(REPORT_WORDS_LENGTH),
      /** Of who reports; may be left out. */
      name: line(200).optional(),
      /** Believed in good faith to be accurate and complete. */
      inGoodFaith: z.literal(true),
    })
    .optional()
    .openapi({ description: 'required with the category "illegal"' }),
}

export const receiptSchema = z
  .strictObject({ reference: z.string(), receivedAt: seconds })
  .openapi('Receipt')
export type Receipt = z.infer<typeof receiptSchema>

/** The form of a person whose rights a post touches; `kind` names the procedure. */
export const requestFields = {
  kind: z.enum(['deletion', 'dsa']),
  /** The post's id, or its address on this site. */
  post: line(500),
  name: line(200),
  email: line(254),
  /** Postal address or telephone number. */
  contact: line(500),
  /** Which right, or which law. */
  right: line(500),
  reason: line(REQUEST_TEXT_LENGTH),
  inGoodFaith: z.literal(true),
  language: z.enum(languages),
}

const groundSchema = z.strictObject({
  kind: z.enum(groundKinds),
  text: z.string().openapi({ description: 'the law or the clause of the terms' }),
})

/** Why a post is hidden from everybody but its author, who reads this. */
export const hiddenSchema = z
  .strictObject({
    state: z.enum(['held', 'hidden']).openapi({
      description: 'held: until somebody decides; hidden: by a decision',
    }),
    filter: z.string().optional().openapi({
      description: 'name of the filter that holds it; absent where reports do',
    }),
    ground: groundSchema.optional(),
    explanation: z.string().optional(),
  })
  .openapi('Hidden')
export type Hidden = z.infer<typeof hiddenSchema>

const decisionSchema = z
  .strictObject({
    decisionId: z.string(),
    action: z.enum([...decisionActions, 'reverse']),
    until: seconds.optional().openapi({ description: 'end of a pause' }),
    endedAt: seconds
      .optional()
      .openapi({ description: 'when a pause or a ban was ended before its time' }),
    ground: groundSchema.optional(),
    explanation: z.string(),
    foundByFilter: z.boolean(),
    decidedAt: seconds,
    moderator: z.string().optional().openapi({ description: 'username; for moderators only' }),
  })
  .openapi('Decision')
export type Decision = z.infer<typeof decisionSchema>

/** What a decision's author sends. */
export const decisionFields = {
  caseId: z.string(),
  version: z.int().openapi({ description: 'of the case, as it was read' }),
  action: z.enum(decisionActions),
  until: seconds.optional().openapi({ description: 'required for a pause, in the future' }),
  ground: z
    .strictObject({ kind: z.enum(groundKinds), text: line(300) })
    .optional()
    .openapi({
      description: 'required for every action but "none"',
    }),
  explanation: z.string().trim().max(EXPLANATION_LENGTH).optional(),
  foundByFilter: z.boolean().optional(),
}

/** A line of the queue. */
export const caseSummarySchema = z
  .strictObject({
    caseId: z.string(),
    version: z.int(),
    state: z.enum(caseStates),
    isHeld: z.boolean().openapi({ description: 'hidden from everybody but its author' }),
    isAboutAccount: z.boolean().openapi({
      description: 'a pause or ban without a post, which waits for the decision on its appeal',
    }),
    score: z.number(),
    openedAt: seconds,
    waitingSince: seconds,
    filter: z.string().optional(),
    text: z.string().openapi({ description: 'of the post; empty when it is erased' }),
    language: z.enum(languages),
    author: z.string().openapi({ description: 'username; empty when the account is deleted' }),
    categories: z.array(z.strictObject({ category: z.enum(reportCategories), count: z.int() })),
    hasRequest: z.boolean(),
  })
  .openapi('CaseSummary')
export type CaseSummary = z.infer<typeof caseSummarySchema>

/** A case with its context. Holds no email address and no IP address. */
export const caseSchema = z
  .strictObject({
    ...caseSummarySchema.shape,
    comment: z.strictObject({
      commentId: z.string(),
      postedAt: seconds,
      isDeleted: z.boolean().openapi({ description: 'by its author' }),
    }),
    question: z.strictObject({ questionId: z.string(), text: z.string(), textJa: z.string() }),
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
        name: z.string().optional().openapi({ description: 'as given with "illegal"' }),
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
        isForOperators: z.boolean().openapi({
          description: 'the reader may not decide: an operator has stopped the account',
        }),
        outcome: z.enum(['upheld', 'reversed']).optional(),
        explanation: z.string().optional(),
      })
      .optional(),
    history: z.array(
      z.strictObject({ at: seconds, actor: z.string(), action: z.string(), why: z.string() }),
    ),
  })
  .openapi('Case')
export type Case = z.infer<typeof caseSchema>

/**
 * What a person reads about moderation: `held` (a filter or reports hide their post until a decision), `decision` (a
 * statement of reasons), `outcome` (of their report), `appeal` (outcome of their appeal), `inquiry` (somebody asks for
 * deletion of their post; a reply is asked for until `replyDueAt`).
 */
export const noticeSchema = z
  .strictObject({
    noticeId: z.string(),
    kind: z.enum(['held', 'decision', 'outcome', 'appeal', 'inquiry', 'suggestion']),
    createdAt: seconds,
    isRead: z.boolean(),
    isAboutAccount: z.boolean().optional().openapi({
      description: 'a decision about the account, without a post',
    }),
    text: z.string().openapi({
      description:
        'the post, or the suggested question that was chosen; empty for reporters and when it is erased',
    }),
    filter: z.string().optional(),
    decision: decisionSchema.optional(),
    outcome: z.enum(['upheld', 'dismissed', 'reversed']).optional(),
    reference: z.string().optional(),
    explanation: z.string().optional().openapi({ description: 'of the outcome of an appeal' }),
    /** Until when the decision can be appealed; absent when it cannot. */
    appealUntil: seconds.optional(),
    appealedAt: seconds.optional().openapi({
      description: 'of a decision: when its author appealed; absent once the appeal is decided',
    }),
    replyDueAt: seconds.optional().openapi({
      description: 'of an inquiry; absent once it is replied to or the request is decided',
    }),
    isReplied: z.boolean().optional().openapi({ description: 'of an inquiry' }),
    /** Of an inquiry: the right and reason that the request names. */
    reason: z.string().optional(),
  })
  .openapi('Notice')
export type Notice = z.infer<typeof noticeSchema>

export const mutedPersonSchema = z
  .strictObject({ userId: z.string(), username: z.string(), mutedAt: seconds })
  .openapi('MutedPerson')
export type MutedPerson = z.infer<typeof mutedPersonSchema>
