import { DAY_MS } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import { PASSCODE_LIFETIME_MS } from '../../domain/passcode.ts'

/** Time after which a kind of mail is useless, milliseconds. */
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

/** Passcode mails carry `code`, the others an absolute `link`. */
export interface MailMessage {
  to: string
  language: Language
  userId?: string | undefined
  kind: MailKind
  code?: string | undefined
  link?: string | undefined
  /** The masked address that replaced `to`; of `emailChanged` only. */
  newEmail?: string | undefined
  reference?: string | undefined
  details?: readonly string[] | undefined
  /** Unsubscribe URL of this kind of mail: a page that accepts the POST of RFC 8058. */
  unsubscribe?: string | undefined
  /** Epoch milliseconds; shortens the lifetime of the kind. */
  expiresAt?: number | undefined
}

/** The final text of a mail, as sealed, sent and shown in the outbox. */
export interface RenderedMail {
  to: string
  kind: MailKind
  language: Language
  senderName: string
  subject: string
  text: string
  html: string
  unsubscribe?: string | undefined
}

export interface MailParts {
  sender: string
  heading: string
  purpose: string
  reference: string | undefined
  details: readonly string[]
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
