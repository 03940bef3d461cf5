import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { APPEAL_TIME_MS } from '../../domain/moderation.ts'
import { translator } from '../../i18n/server.ts'
import type { Translate } from '../../i18n/translate.ts'
import { mailHtml } from './html.ts'
import {
  type LinkKind,
  mailKinds,
  type MailKind,
  type MailMessage,
  type MailParts,
  type RenderedMail,
} from './message.ts'

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

function partsOf(message: MailMessage, operator: string | undefined, t: Translate): MailParts {
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
