/** The words and figures of moderation (`docs/product.md#moderation`), shared by the browser and the worker. */

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

export const caseStates = ['open', 'appealed', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** What a moderator can decide; `reverse` is written by an appeal only. */
export const decisionActions = ['none', 'hide', 'warn', 'pause', 'ban'] as const
export type DecisionAction = (typeof decisionActions)[number]

export const groundKinds = ['law', 'terms'] as const
export type GroundKind = (typeof groundKinds)[number]

export const roles = ['editor', 'moderator', 'operator'] as const
export type Role = (typeof roles)[number]

/** Characters. */
export const REPORT_WORDS_LENGTH = 1000
export const EXPLANATION_LENGTH = 1000
export const APPEAL_LENGTH = 2000
export const REQUEST_TEXT_LENGTH = 4000

const DAY_MS = 86_400_000
export const APPEAL_TIME_MS = 30 * DAY_MS
export const REPLY_TIME_MS = 7 * DAY_MS
