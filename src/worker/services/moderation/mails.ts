import type { Context } from 'hono'
import type { Language } from '../../../domain/language.ts'
import type { DecisionAction, GroundKind } from '../../../domain/moderation.ts'
import { formatDate } from '../../../i18n/dates.ts'
import { translator } from '../../../i18n/server.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { errorName, log } from '../../logging/log.ts'
import type { MailMessage } from '../../mail/message.ts'
import { sendMail } from '../../mail/send.ts'

/** Where a person reads notices and appeals. */
const NOTICES_PATH = '/notices'

export const noticesLink = (c: Context<ServiceBindings>): string =>
  publicOrigin(c.env, c.req.url) + NOTICES_PATH

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

/** What a decision says to the author of the post. `endsAt` in epoch milliseconds. */
export interface ToldDecision {
  action: Exclude<DecisionAction, 'none'>
  endsAt: number | null
  ground: { kind: GroundKind; text: string }
  explanation: string
  foundByFilter: boolean
  /** Of the post. */
  text: string
}

/** The statement of reasons, paragraph by paragraph, in the author's language. */
export function statementOfReasons(language: Language, told: ToldDecision): string[] {
  const t = translator(language)
  const { action, endsAt, ground, explanation, foundByFilter, text } = told
  const isSuspended = action === 'pause' || action === 'ban'
  const date = endsAt
    ? `${formatDate(t, 'theme_date', endsAt)} ${formatDate(t, 'amPmHhMm', endsAt)}`
    : ''
  return [
    t(`moderation.told.${action}`, { date }),
    text && t('moderation.told.post', { text }),
    ground.kind === 'law'
      ? t('moderation.told.groundLaw', { ground: ground.text })
      : t('moderation.told.groundTerms', { ground: ground.text }),
    explanation && t('moderation.told.explanation', { explanation }),
    foundByFilter ? t('moderation.told.reviewedFilter') : t('moderation.told.reviewedPerson'),
    isSuspended ? t('moderation.told.logIn') : '',
  ].filter(Boolean)
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
