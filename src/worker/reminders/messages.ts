import { translator } from '../../i18n/server.ts'
import type { TodaysQuestion } from '../db/day-question.ts'
import type { MailMessage } from '../mail/message.ts'
import { MAX_DELAY_MS, type DueReminder } from './due-reminders.ts'
import type { PushMessage } from './web-push.ts'

/** Address that ends a reminder: a page with a button, and by POST at once (RFC 8058). */
const endAddress = (origin: string, token: string) => `${origin}/reminder/end?token=${token}`

/** A touch on the message's action ends the reminder without another one: the page reads the fragment. */
export function reminderPush(
  origin: string,
  { text }: TodaysQuestion,
  { language, token }: DueReminder,
): PushMessage {
  const t = translator(language)
  return {
    web_push: 8030,
    notification: {
      title: t('reminder.push.title'),
      body: text[language],
      lang: language,
      tag: 'reminder',
      navigate: `${origin}/`,
      actions: [
        {
          action: 'end',
          title: t('reminder.push.end'),
          navigate: `${endAddress(origin, token)}#now`,
        },
      ],
    },
  }
}

export function reminderMail(
  origin: string,
  { text }: TodaysQuestion,
  { userId, language, email, token, dueAt }: DueReminder,
  dayEnd: number,
): MailMessage {
  return {
    to: email,
    userId,
    language,
    kind: 'reminder',
    link: `${origin}/`,
    details: [text[language]],
    unsubscribe: endAddress(origin, token),
    expiresAt: Math.min(dueAt + MAX_DELAY_MS, dayEnd),
  }
}
