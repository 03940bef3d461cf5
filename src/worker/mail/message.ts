import { DAY_MS } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import { PASSCODE_LIFETIME_MS } from '../../domain/passcode.ts'

/** Time for which each kind of mail is worth sending, ms. */
export const mailLifetimeMs = {
  activation: PASSCODE_LIFETIME_MS,
  passwordReset: PASSCODE_LIFETIME_MS,
  accountDeletion: PASSCODE_LIFETIME_MS,
  unlock: DAY_MS,
  emailConfirm: DAY_MS,
  socialLogin: DAY_MS,
  passwordChanged: 7 * DAY_MS,
  emailChanged: 7 * DAY_MS,
  accountDeleted: 7 * DAY_MS,
  reportCode: PASSCODE_LIFETIME_MS,
  reportUpheld: 7 * DAY_MS,
  reportDismissed: 7 * DAY_MS,
  decision: 7 * DAY_MS,
  appealUpheld: 7 * DAY_MS,
  appealReversed: 7 * DAY_MS,
  requestCode: PASSCODE_LIFETIME_MS,
  requestReceived: 7 * DAY_MS,
  requestUpheld: 7 * DAY_MS,
  requestDismissed: 7 * DAY_MS,
  inquiry: 7 * DAY_MS,
  newCases: DAY_MS,
  accountDecision: 7 * DAY_MS,
  accountLifted: 7 * DAY_MS,
  reminder: DAY_MS,
  alarm: DAY_MS,
  alarmResolved: DAY_MS,
} as const

export type MailKind = keyof typeof mailLifetimeMs

/** A mail to send. Code mails carry `code`, the others an absolute `link`. */
export interface MailMessage {
  to: string
  language: Language
  userId?: string | undefined
  kind: MailKind
  code?: string | undefined
  link?: string | undefined
  /** The address that replaced `to`, masked; of `emailChanged` only. */
  newEmail?: string | undefined
  /** The reference number that the mails about a report, a request or an appeal name. */
  reference?: string | undefined
  /** Paragraphs after the purpose, already in the reader's language: what was decided and why. */
  details?: readonly string[] | undefined
  /** Address to unsubscribe from mail of this kind: a page that also takes the POST of RFC 8058. */
  unsubscribe?: string | undefined
  /** Epoch milliseconds after which the mail is not sent any more, where its kind allows longer. */
  expiresAt?: number | undefined
}

/** A mail in its final words, as it is sealed, sent and shown in the outbox. */
export interface RenderedMail {
  to: string
  kind: MailKind
  language: Language
  /** The sender's name in the reader's language. */
  senderName: string
  subject: string
  text: string
  html: string
  unsubscribe?: string | undefined
}

/** The parts of a mail in the order in which they are read. */
export interface MailParts {
  sender: string
  heading: string
  purpose: string
  /** The reference number that `purpose` names. */
  reference: string | undefined
  details: readonly string[]
  /** The details are the day's question. */
  isQuestion: boolean
  code: string | undefined
  link: { address: string; action: string; fallback: string } | undefined
  lifetime: string | undefined
  unrequested: string
  /** The link belongs to `unasked`, which precedes it. */
  isLinkForUnrequested: boolean
  footer: string
  unsubscribe: { address: string; action: string } | undefined
}
