import type { Context } from 'hono'
import type { Language } from '../../domain/language.ts'
import type { ServiceBindings } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'
import type { MailMessage } from '../mail/message.ts'
import { queueMail } from '../mail/queue.ts'
import { publicOrigin } from '../http/site-origin.ts'

/** Mails about completed changes, and the page that each links to. */
const pages = {
  passwordChanged: '/forgot_password',
  emailChanged: '/',
  accountDeleted: '/',
} as const

interface SecurityMail extends Pick<MailMessage, 'userId' | 'newEmail'> {
  kind: keyof typeof pages
  owner: MailOwner
}

export interface MailOwner {
  email: string
  language: Language
}

/** ?1 is the user's id. */
export const MAIL_OWNER = 'SELECT email, language FROM user WHERE id = ?1'

/** Notifies an account's owner of a security change. Runs after the response; a failure is only logged. */
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
