import type { Language } from '../../../domain/language.ts'
import type { MailMessage } from '../../mail/message.ts'

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
