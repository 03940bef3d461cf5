import { DAY_MS } from './durations.ts'

export const reportCategories = [
  'harassment',
  'hate',
  'sexual',
  'selfHarm',
  'personalInformation',
  'spam',
  'illegal',
  'other',
] as const
export type ReportCategory = (typeof reportCategories)[number]
/** Come first in the queue, whatever they weigh. */
export const urgentCategories: readonly ReportCategory[] = ['selfHarm', 'personalInformation']

export const caseStates = ['open', 'appealed', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** Stored decisions can also be `reverse`, which only an appeal writes. */
export const decisionActions = ['none', 'hide', 'warn', 'pause', 'ban'] as const
export type DecisionAction = (typeof decisionActions)[number]

/** What led to a decision about a post. */
export type FoundBy = 'filter' | 'report' | 'request'

export const groundKinds = ['law', 'terms'] as const
export type GroundKind = (typeof groundKinds)[number]

export const roles = ['editor', 'moderator', 'operator'] as const
export type Role = (typeof roles)[number]

/** A reference number of a report, an appeal or a request, somewhere in a text. */
export const REFERENCE = /[RAQ]-[2-9A-Z]{10}/

/** Bounds the cost of the desk's figures. */
export const MAX_COUNTED = 1000

/** Characters. */
export const REPORT_WORDS_LENGTH = 1000
export const EXPLANATION_LENGTH = 1000
export const APPEAL_LENGTH = 2000
export const REQUEST_TEXT_LENGTH = 4000

export const MUTES_PER_PERSON = 1000

export const APPEAL_TIME_MS = 30 * DAY_MS
export const REPLY_TIME_MS = 7 * DAY_MS

/** A higher rank may act on a lower one. */
export const ranks: Record<Role, number> = { editor: 1, moderator: 2, operator: 3 }

/** Equals may not act on each other. */
export function outranks(role: Role, other: Role | null | undefined): boolean {
  return !other || ranks[role] > ranks[other]
}

export const GUEST_WEIGHT = 0.25
/** Newcomers are guests and accounts without a history: anybody can make many of them in an hour. */
export const isNewcomer = (ageMs: number): boolean => ageMs < 7 * DAY_MS
/** All newcomers together weigh at most this on a post, so they alone cannot hide it. */
export const MAX_NEWCOMERS_WEIGHT = 1

/**
 * Above 0 and at most 1 (`docs/product.md#reports`).
 * @param ageMs age of the account
 * @param upheld earlier reports that a decision followed
 * @param dismissed the others
 */
export function reportWeight(ageMs: number, upheld: number, dismissed: number): number {
  const ofAge = ageMs < DAY_MS ? 0.25 : isNewcomer(ageMs) ? 0.5 : 1
  const ofAccuracy = (upheld + 2) / (upheld + dismissed + 2)
  return ofAge * ofAccuracy
}

/** "illegal" is reviewed after each report, despite earlier decisions. */
export const isMutable = (category: ReportCategory): boolean => category !== 'illegal'

/** Team actions on a person without a case. */
export const personChanges = ['endSessions', 'sendCode', 'pause', 'ban', 'lift'] as const
export type PersonChange = (typeof personChanges)[number]

/** In the order of the desk's menu. */
export const personActions = ['endSessions', 'sendCode', 'lift', 'pause', 'ban', 'delete'] as const
export type PersonAction = (typeof personActions)[number]
