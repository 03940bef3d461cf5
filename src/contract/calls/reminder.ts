import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import { reminderChannels } from '../../domain/reminder.ts'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { fields } from '../fields.ts'

const hour = z.int().min(0).max(23).describe('hour of the day in the time zone')
const timeZone = z.string().max(64).describe('of the IANA database: `Asia/Tokyo`')

const subscriptionSchema = z
  .strictObject({
    endpoint: z.string().max(1000),
    expirationTime: z.number().nullable().optional(),
    keys: z.strictObject({
      p256dh: z.string().regex(/^[\w-]{87}$/),
      auth: z.string().regex(/^[\w-]{22}$/),
    }),
  })
  .meta({ id: 'PushSubscription' })

export const reminderSchema = z
  .strictObject({
    channel: z.enum(reminderChannels).optional().describe('absent without one'),
    hour: hour.optional(),
    timeZone: timeZone.optional(),
    endpoints: z.array(z.string()).optional().describe('addresses of the browsers that receive it'),
    publicKey: z
      .string()
      .optional()
      .describe('the VAPID key for `PushManager.subscribe`; absent where the site sends none'),
  })
  .meta({ id: 'Reminder' })

const subscription = {
  endpoint: sample.pushEndpoint,
  expirationTime: null,
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** A token replaces the session. */
const tokens = {
  reminderTokensPerMinute: { max: 600, by: 'network', windowMs: MINUTE_MS, isCoarse: true },
} as const

export const reminderCalls = defineCalls('user', {
  readReminder: {
    endpoint: 'GET /user/reminder',
    summary: 'The caller’s daily reminder',
    access: 'member',
    success: results(reminderSchema, 'the reminder, if there is one'),
  },
  changeReminder: {
    endpoint: 'PUT /user/reminder',
    summary: 'Ask for a daily reminder, change it or end it',
    description:
      '`off` ends it. With `push` the browser’s subscription is added to those that there are; without any it is refused.',
    access: 'member',
    body: z.strictObject({
      channel: z.enum([...reminderChannels, 'off']),
      hour,
      timeZone,
      language: fields.language,
      subscription: subscriptionSchema.optional(),
    }),
    example: { channel: 'push', hour: 20, timeZone: 'Asia/Tokyo', language: 'ja', subscription },
  },
  renewSubscription: {
    endpoint: 'PUT /user/reminder/subscription',
    summary: 'Replace a push subscription that the browser has dropped',
    description: 'For service workers, which hold no token: only the browser knows its endpoint.',
    body: z.strictObject({
      endpoint: z.string().max(1000).describe('of the dropped subscription'),
      subscription: subscriptionSchema,
    }),
    limits: tokens,
    example: { endpoint: sample.droppedEndpoint, subscription },
  },
  endReminder: {
    endpoint: 'POST /user/reminder/end',
    summary: 'End a reminder with the token of a message',
    description:
      'Ending it again is fine. Mail programs send `POST /reminder/end?token=…` instead (RFC 8058).',
    body: z.strictObject({ token: z.string() }),
    limits: tokens,
    example: { token: sample.reminderToken },
  },
})
