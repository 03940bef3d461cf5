import type { Context } from 'hono'
import type { ServiceBindings } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'
import type { MailMessage } from './message.ts'
import { queueMail } from './queue.ts'

/** Queues mails about something that is decided already: a failure is logged and changes nothing. */
export async function queueMails(
  c: Context<ServiceBindings>,
  messages: readonly MailMessage[],
): Promise<void> {
  await Promise.all(
    messages.map((message) =>
      queueMail(c.env, c.executionCtx, message).catch((error: unknown) => {
        const { kind } = message
        log(c.env, 'error', 'mail', { mail: 'not-stored', kind, reason: errorName(error) })
      }),
    ),
  )
}
