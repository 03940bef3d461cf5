import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { APPEAL_TIME_MS } from '../../domain/moderation.ts'
import { translator } from '../../i18n/server.ts'
import type { Translate } from '../../i18n/translate.ts'
import { mailHtml } from './html.ts'
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
  decisionReversed: notice,
  appealUpheld: notice,
  appealReversed: notice,
  inquiry: notice,
  newCases: deskNotice,
  urgentCases: deskNotice,
  alarm: deskNotice,
  alarmResolved: deskNotice,
  reportUpheld: receipt,
  reportDismissed: receipt,
  requestReceived: receipt,
  requestUpheld: receipt,
  requestDismissed: receipt,
} as const

export type MailKind = keyof typeof mailKinds
type LinkKind = {
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

export type MailParts = ReturnType<typeof partsOf>

/**
 * Renders a mail as text and HTML; the footer names the operator, if one is set.
 * @throws when a part that its kind requires is missing
 */
export function renderMail(message: MailMessage, operator?: string): RenderedMail {
  const t = translator(message.language)
  const parts = partsOf(message, operator, t)
  const subject = t(`mail.${message.kind}.subject`, { question: parts.details[0] ?? '' })
  return {
    to: message.to,
    kind: message.kind,
    language: message.language,
    senderName: parts.sender,
    subject,
    text: mailText(parts),
    html: mailHtml(message.language, subject, parts),
    unsubscribe: message.unsubscribe,
  }
}

function partsOf(message: MailMessage, operator: string | undefined, t: Translate) {
  const { kind, unsubscribe } = message
  const { carries, lifetimeMs } = mailKinds[kind]
  const lifetimes = {
    code: t('mail.codeLifetime', { minutes: lifetimeMs / MINUTE_MS }),
    token: t('mail.linkLifetime', { hours: lifetimeMs / HOUR_MS }),
    security: t('mail.securityLifetime', { days: lifetimeMs / DAY_MS }),
  }
  if (carries === 'code' ? !message.code : hasLink(kind) && !message.link)
    throw new Error(`a mail of kind ${kind} carries a ${carries}`)
  return {
    sender: t('mail.sender'),
    heading: t(`mail.${kind}.heading`),
    purpose: t(`mail.${kind}.purpose`, {
      email: message.newEmail ?? '',
      reference: message.reference ?? '',
    }),
    reference: message.reference,
    details: message.details ?? [],
    isQuestion: kind === 'reminder',
    code: message.code,
    link: hasLink(kind)
      ? {
          address: message.link!,
          action: t(`mail.${kind}.action`),
          fallback: t('mail.linkFallback'),
        }
      : undefined,
    lifetime: carries in lifetimes ? lifetimes[carries as keyof typeof lifetimes] : undefined,
    unrequested: t(`mail.${kind}.unasked`, { days: APPEAL_TIME_MS / DAY_MS }),
    /** The link belongs to `unrequested`, which precedes it. */
    isLinkForUnrequested: carries === 'notice' || carries === 'security',
    footer: operator ? t('mail.footerOf', { operator }) : t('mail.footer'),
    unsubscribe: unsubscribe ? { address: unsubscribe, action: t('mail.unsubscribe') } : undefined,
  }
}

const hasLink = (kind: MailKind): kind is LinkKind =>
  !['code', 'nothing'].includes(mailKinds[kind].carries)

function mailText(parts: MailParts): string {
  const { unrequested, isLinkForUnrequested } = parts
  const paragraphs = [
    parts.heading,
    parts.purpose,
    ...parts.details,
    isLinkForUnrequested && unrequested,
    parts.code,
    parts.link?.address,
    parts.lifetime,
    !isLinkForUnrequested && unrequested,
    parts.unsubscribe && `${parts.unsubscribe.action}\n${parts.unsubscribe.address}`,
    `${parts.sender}\n${parts.footer}`,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}
