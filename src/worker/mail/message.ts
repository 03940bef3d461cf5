import { DAY_MS } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import { PASSCODE_LIFETIME_MS } from '../../domain/passcode.ts'

/** A mail states the lifetime of its code or link. */
const code = { carries: 'code', lifetimeMs: PASSCODE_LIFETIME_MS } as const
const token = { carries: 'token', lifetimeMs: DAY_MS } as const
const link = { carries: 'link', lifetimeMs: DAY_MS } as const
/** Tells of something done, and links to where it can be seen or undone. */
const notice = { carries: 'notice', lifetimeMs: 7 * DAY_MS } as const
/** The link secures the account if the person did not do it. */
const security = { ...notice, carries: 'security' } as const
const deskNotice = { ...notice, lifetimeMs: DAY_MS } as const
const receipt = { carries: 'nothing', lifetimeMs: 7 * DAY_MS } as const

/** What a kind of mail carries, and after which time it is useless. */
export const mailKinds = {
  activation: code,
  passwordReset: code,
  accountDeletion: code,
  reportCode: code,
  requestCode: code,
  unlock: token,
  emailConfirm: token,
  socialLogin: link,
  reminder: link,
  newBrowser: security,
  passwordChanged: security,
  passkeyAdded: security,
  passkeyRemoved: security,
  sessionEnded: security,
  emailChanged: security,
  accountDeleted: notice,
  accountDecision: notice,
  accountLifted: notice,
  decision: notice,
  appealUpheld: notice,
  appealReversed: notice,
  inquiry: notice,
  newCases: deskNotice,
  alarm: deskNotice,
  alarmResolved: deskNotice,
  reportUpheld: receipt,
  reportDismissed: receipt,
  requestReceived: receipt,
  requestUpheld: receipt,
  requestDismissed: receipt,
} as const

export type MailKind = keyof typeof mailKinds
export type LinkKind = {
  [Kind in MailKind]: (typeof mailKinds)[Kind]['carries'] extends 'code' | 'nothing' ? never : Kind
}[MailKind]

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
