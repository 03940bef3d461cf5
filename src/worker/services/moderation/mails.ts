import type { Context } from 'hono'
import type { Language } from '../../../domain/language.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { errorName, log } from '../../logging/log.ts'
import type { MailMessage } from '../../mail/message.ts'
import { sendMail } from '../../mail/send.ts'

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

/** Stores mails about something that is decided already: a failure is logged and changes nothing. */
export async function storeMails(
  c: Context<ServiceBindings>,
  messages: readonly MailMessage[],
): Promise<void> {
  const waitUntil = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise)
  await Promise.all(
    messages.map((message) =>
      sendMail(c.env, waitUntil, message).catch((error: unknown) => {
        const { kind } = message
        log(c.env, 'error', 'mail', { mail: 'not stored', kind, reason: errorName(error) })
      }),
    ),
  )
}
