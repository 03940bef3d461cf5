import type { Context } from 'hono'
import type { Language } from '../../domain/language.ts'
import type { ServiceBindings } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'
import type { MailMessage } from '../mail/message.ts'
import { queueMail } from '../mail/queue.ts'
import { publicOrigin } from '../http/site-origin.ts'

/** Security mails after the fact, and the page that each links to. */
const pages = {
  passwordChanged: '/forgot_password',
  emailChanged: '/',
  accountDeleted: '/',
} as const

interface SecurityMail extends Pick<MailMessage, 'userId' | 'newEmail'> {
  kind: keyof typeof pages
  /** The address and language at the time of the change. */
  owner: MailOwner
}

export interface MailOwner {
  email: string
  language: Language
}

/** Selects a `MailOwner`; ?1 is the user's id. */
export const MAIL_OWNER = 'SELECT email, language FROM user WHERE id = ?1'

/**
 * Tells an account's owner that something which secures the account has changed. It runs after the response and never
 * fails the change: what goes wrong is logged.
 */
export function sendSecurityMail(c: Context<ServiceBindings>, mail: SecurityMail): void {
  const sending = store(c, mail).catch((error: unknown) => {
    log(c.env, 'error', 'mail', { mail: 'not-stored', kind: mail.kind, reason: errorName(error) })
  })
  c.executionCtx.waitUntil(sending)
}

async function store(
  { env, req, executionCtx }: Context<ServiceBindings>,
  { owner, kind, ...rest }: SecurityMail,
): Promise<void> {
  const link = publicOrigin(env, req.url) + pages[kind]
  const { email: to, language } = owner
  await queueMail(env, executionCtx, { ...rest, to, language, kind, link })
}
