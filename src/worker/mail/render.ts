import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { APPEAL_TIME_MS } from '../../domain/moderation.ts'
import { translator } from '../../i18n/server.ts'
import type { Translate } from '../../i18n/translate.ts'
import { mailHtml } from './html.ts'
import {
  mailLifetimeMs,
  type MailKind,
  type MailMessage,
  type MailParts,
  type RenderedMail,
} from './message.ts'

/** Renders a mail as text and HTML. @throws when a part that its kind requires is missing */
export function renderMail(message: MailMessage): RenderedMail {
  const t = translator(message.language)
  const parts = partsOf(message, t)
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

function partsOf(message: MailMessage, t: Translate): MailParts {
  const { kind } = message
  const common = {
    sender: t('mail.sender'),
    heading: t(`mail.${kind}.heading`),
    purpose: t(`mail.${kind}.purpose`, {
      email: message.newEmail ?? '',
      reference: message.reference ?? '',
    }),
    reference: message.reference,
    details: message.details ?? [],
    isQuestion: kind === 'reminder',
    unrequested: t(`mail.${kind}.unasked`, { days: APPEAL_TIME_MS / DAY_MS }),
    isLinkForUnrequested: false,
    footer: t('mail.footer'),
    unsubscribe: message.unsubscribe
      ? { address: message.unsubscribe, action: t('mail.unsubscribe') }
      : undefined,
  }
  switch (kind) {
    case 'activation':
    case 'passwordReset':
    case 'accountDeletion':
    case 'reportCode':
    case 'requestCode': {
      if (!message.code) throw new Error(`a mail of kind ${kind} carries a code`)
      const lifetime = t('mail.codeLifetime', { minutes: mailLifetimeMs[kind] / MINUTE_MS })
      return { ...common, code: message.code, link: undefined, lifetime }
    }
    case 'unlock':
    case 'emailConfirm': {
      if (!message.link) throw new Error(`a mail of kind ${kind} carries a link`)
      const lifetime = t('mail.linkLifetime', { hours: mailLifetimeMs[kind] / HOUR_MS })
      return { ...common, code: undefined, link: linkOf(kind, message.link, t), lifetime }
    }
    case 'reminder': {
      if (!message.link) throw new Error(`a mail of kind ${kind} carries a link`)
      const link = linkOf(kind, message.link, t)
      return { ...common, code: undefined, link, lifetime: undefined }
    }
    case 'socialLogin': {
      const link = message.link ? linkOf(kind, message.link, t) : undefined
      return { ...common, code: undefined, link, lifetime: undefined }
    }
    case 'reportUpheld':
    case 'reportDismissed':
    case 'requestReceived':
    case 'requestUpheld':
    case 'requestDismissed':
      return { ...common, code: undefined, link: undefined, lifetime: undefined }
    case 'decision':
    case 'appealUpheld':
    case 'appealReversed':
    case 'inquiry':
    case 'newCases':
    case 'accountDecision':
    case 'accountLifted':
    case 'alarm':
    case 'alarmResolved':
    case 'passwordChanged':
    case 'emailChanged':
    case 'accountDeleted': {
      if (!message.link) throw new Error(`a mail of kind ${kind} carries a link`)
      const link = linkOf(kind, message.link, t)
      return { ...common, code: undefined, link, lifetime: undefined, isLinkForUnrequested: true }
    }
  }
}

type LinkKind = Exclude<
  MailKind,
  | 'activation'
  | 'passwordReset'
  | 'accountDeletion'
  | 'reportCode'
  | 'reportUpheld'
  | 'reportDismissed'
  | 'requestCode'
  | 'requestReceived'
  | 'requestUpheld'
  | 'requestDismissed'
>

function linkOf(kind: LinkKind, address: string, t: Translate) {
  return { address, action: t(`mail.${kind}.action`), fallback: t('mail.linkFallback') }
}

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
