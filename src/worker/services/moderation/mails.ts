import type { Language } from '../../../domain/language.ts'
import type { MailMessage } from '../../mail/message.ts'
import type { DecidableCase } from './decidable-case.ts'

/** Somebody without an account who hears the outcome of a report or a request. */
export interface Notifier {
  reference: string
  email: string
  language: Language
}

const outcomeKinds = {
  report: { upheld: 'reportUpheld', dismissed: 'reportDismissed' },
  request: { upheld: 'requestUpheld', dismissed: 'requestDismissed' },
} as const

export function outcomeMails(
  of: keyof typeof outcomeKinds,
  notifiers: readonly Notifier[],
  outcome: 'upheld' | 'dismissed',
): MailMessage[] {
  const kind = outcomeKinds[of][outcome]
  return notifiers.map(({ email, ...rest }) => ({ to: email, kind, ...rest }))
}

/** What is mailed to the author of a case's post; nothing where the account is gone. */
export function authorMail(
  { authorId, authorEmail, authorLanguage }: DecidableCase,
  mailIn: (language: Language) => Omit<MailMessage, 'to' | 'language' | 'userId'>,
): MailMessage[] {
  if (!authorId || !authorEmail || !authorLanguage) return []
  const to = { to: authorEmail, language: authorLanguage, userId: authorId }
  return [{ ...to, ...mailIn(authorLanguage) }]
}
