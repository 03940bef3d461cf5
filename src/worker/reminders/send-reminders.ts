import { tokyoDayEnd } from '../../domain/question-day.ts'
import { nextReminderAt } from '../../domain/reminder.ts'
import { now } from '../config/clock.ts'
import { todaysQuestion, type TodaysQuestion } from '../db/todays-question.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { log } from '../logging/log.ts'
import { mailToStore } from '../mail/send.ts'
import { claimDue, finish, type DueReminder } from './claim.ts'
import { pushBatch, recordPushes, type Push } from './push-batch.ts'
import { reminderMail, reminderPush } from './words.ts'

const HOUR = 3_600_000
/** Reminders of one claim: a run that ends in the middle leaves so many to the end of their lease. */
const BATCH = 120
/** How long a run begins new batches; the next run of the cron goes on. */
const BUDGET_MS = 50_000
/** A reminder that could not be sent for so long is left out for the day. */
const MAX_DELAY_MS = HOUR

/** What the cron logs of a run. */
interface Sent {
  mailed: number
  pushed: number
  silent: number
  gone: number
  refused: number
}

/**
 * Sends the reminders that are due (`docs/product.md#reminder`), one for each person and day: a claim is a single
 * statement, and a browser that has accepted a message gets no second one when another of the person is tried again.
 */
export async function sendReminders(env: Env): Promise<void> {
  const question = await todaysQuestion(env)
  if (!question) return
  const sent: Sent = { mailed: 0, pushed: 0, silent: 0, gone: 0, refused: 0 }
  const startedAt = Date.now()
  let claimed: number
  do {
    const reminders = await claimDue(env, question.questionId, now(env), BATCH)
    claimed = reminders.length
    if (claimed > 0) await sendBatch(env, question, reminders, sent)
  } while (claimed === BATCH && Date.now() - startedAt < BUDGET_MS)
  if (Object.values(sent).some((count) => count > 0)) log(env, 'info', 'reminders', { ...sent })
}

async function sendBatch(
  env: Env,
  question: TodaysQuestion,
  reminders: readonly DueReminder[],
  sent: Sent,
): Promise<void> {
  const nowMs = now(env)
  const origin = publicOrigin(env, 'http://localhost:8787')
  const isTimely = ({ dueAt, isWanted }: DueReminder) => isWanted && nowMs < dueAt + MAX_DELAY_MS
  const timely = reminders.filter(isTimely)
  const mails = await Promise.all(
    timely
      .filter(({ channel }) => channel === 'mail')
      .map((reminder) => mailToStore(env, reminderMail(origin, question, reminder, nowMs))),
  )
  const pushes = timely
    .filter(({ channel }) => channel === 'push')
    .flatMap((reminder): Push[] => {
      const message = reminderPush(origin, question, reminder)
      const { userId, dueAt } = reminder
      return (JSON.parse(reminder.subscriptions) as Push['subscription'][]).map((subscription) => ({
        userId,
        dueAt,
        subscription,
        message,
      }))
    })
  // A question of yesterday is delivered to nobody.
  const ttlMs = Math.min(4 * HOUR, tokyoDayEnd(nowMs) - nowMs)
  const outcomes = await pushBatch(env, pushes, ttlMs)

  const waiting = new Set(outcomes.retry.map(({ userId }) => userId))
  const next = reminders
    .filter(({ userId }) => !waiting.has(userId))
    .map(({ userId, hour, timeZone, dueAt }) => ({
      userId,
      after: dueAt,
      dueAt: nextReminderAt(hour, timeZone, Math.max(nowMs, dueAt)),
    }))
  await env.DB.batch([
    ...mails.map(({ statement }) => statement),
    ...recordPushes(env, outcomes),
    finish(env, next),
  ])
  sent.mailed += mails.length
  sent.pushed += outcomes.accepted.length
  sent.silent += reminders.length - timely.length
  sent.gone += outcomes.gone.length
  sent.refused += outcomes.refused.length
}
