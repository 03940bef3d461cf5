import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { nextReminderAt } from '../../domain/reminder.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { type TodaysQuestion, todaysQuestion } from '../db/question.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { log } from '../logging/log.ts'
import type { MailMessage } from '../mail/render.ts'
import { mailStatement } from '../mail/queue.ts'
import { DUE, type DueReminder, finish, MAX_DELAY_MS, postpone } from './due-reminders.ts'
import type { Subscription } from './subscriptions.ts'
import { type PushMessage, type PushOutcome, sendPush } from './web-push.ts'

/** A page with a button, which also accepts the POST of RFC 8058. */
const endAddress = (origin: string, token: string) => `${origin}/reminder/end?token=${token}`

/** The message's action ends the reminder without confirmation: the page reads the fragment. */
function reminderPush(
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

function reminderMail(
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

/** Cloudflare's limit of open connections per invocation. */
const AT_ONCE = 6
/** Messages not sent by then wait for the next attempt. */
const DEADLINE_MS = MINUTE_MS

interface Push {
  userId: string
  dueAt: number
  subscription: Subscription
  message: PushMessage
}

type Outcomes = Record<PushOutcome, Push[]>

/** Sends messages with limited concurrency. Never rejects. */
async function pushBatch(env: Env, pushes: readonly Push[], ttlMs: number): Promise<Outcomes> {
  const outcomes: Outcomes = { accepted: [], gone: [], retry: [], refused: [] }
  const queue = pushes.values()
  const deadline = Date.now() + DEADLINE_MS
  const work = async () => {
    for (const push of queue) {
      const outcome =
        Date.now() < deadline
          ? await sendPush(env, push.subscription, push.message, ttlMs)
          : 'retry'
      outcomes[outcome].push(push)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes
}

const DELIVERED = `
  UPDATE push_subscription SET told_at = told.value ->> 'dueAt' FROM json_each(?1) AS told
  WHERE endpoint = told.value ->> 'endpoint'`
const DELETE_GONE =
  'DELETE FROM push_subscription WHERE endpoint IN (SELECT value FROM json_each(?1))'

function recordPushes(env: Env, outcomes: Outcomes): D1PreparedStatement[] {
  const delivered = outcomes.accepted.map(({ dueAt, subscription: { endpoint } }) => ({
    dueAt,
    endpoint,
  }))
  const gone = outcomes.gone.map(({ subscription: { endpoint } }) => endpoint)
  return [
    env.DB.prepare(DELIVERED).bind(JSON.stringify(delivered)),
    env.DB.prepare(DELETE_GONE).bind(JSON.stringify(gone)),
  ]
}

/** People per batch: an interrupted run may repeat one batch's messages. */
const BATCH = 30
/** A run starts no batch after this time; the next run continues. */
const BUDGET_MS = 50_000

const NOTHING_SENT = { mailed: 0, pushed: 0, silent: 0, late: 0, gone: 0, refused: 0 }

/**
 * Sends due reminders (`docs/product.md#reminder`), one for each person and day. A browser that has accepted a
 * message gets no second one on a retry. A run is bounded by time, by messages and by the end of the question's day.
 */
export async function sendReminders(env: Env): Promise<void> {
  const question = await todaysQuestion(env)
  if (!question) return
  const sent = { ...NOTHING_SENT }
  const startedAt = Date.now()
  for (let remaining = config(env).limits.remindersPerRun; remaining > 0;) {
    const isOver = tokyoDay(now(env)) !== question.day || Date.now() - startedAt >= BUDGET_MS
    if (isOver) break
    const limit = Math.min(BATCH, remaining)
    const due = env.DB.prepare(DUE).bind(now(env), limit, question.questionId)
    const { results: reminders } = await due.all<DueReminder>()
    if (reminders.length > 0) remaining -= await sendBatch(env, question, reminders, sent)
    if (reminders.length < limit) break
  }
  if (Object.values(sent).some((count) => count > 0))
    log(env, sent.late > 0 ? 'warn' : 'info', 'reminders', sent)
}

/** @returns the larger of the messages and the people, which counts towards the run's limit */
async function sendBatch(
  env: Env,
  question: TodaysQuestion,
  reminders: readonly DueReminder[],
  sent: typeof NOTHING_SENT,
): Promise<number> {
  const nowMs = now(env)
  const dayEnd = tokyoDayStart(question.day) + DAY_MS - 1
  const origin = publicOrigin(env)
  const enabled = reminders.filter(({ isWanted }) => isWanted)
  const timely = enabled.filter(({ dueAt }) => nowMs < dueAt + MAX_DELAY_MS)
  const mails = timely
    .filter(({ channel }) => channel === 'mail')
    .map((reminder) => mailStatement(env, reminderMail(origin, question, reminder, dayEnd)))
  const pushes = timely
    .filter(({ channel }) => channel === 'push' && config(env).push)
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
  // The TTL ends with the day, so that yesterday's question is never delivered.
  const outcomes = await pushBatch(env, pushes, Math.min(4 * HOUR_MS, dayEnd - nowMs))

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
    postpone(env, [...waiting], nowMs),
  ])
  sent.mailed += mails.length
  sent.pushed += outcomes.accepted.length
  sent.silent += reminders.length - enabled.length
  sent.late += enabled.length - timely.length
  sent.gone += outcomes.gone.length
  sent.refused += outcomes.refused.length
  return Math.max(pushes.length, reminders.length)
}
