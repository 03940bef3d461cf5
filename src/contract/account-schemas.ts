import { z } from 'zod'

export const userSchema = z
  .strictObject({
    userId: z.string(),
    username: z.string(),
    email: z.string(),
    gender: z.int().min(0).max(4),
    birthYear: z.int(),
    hasPicture: z.boolean(),
    pictureLink: z.string(),
    tokenExpired: z.int().meta({ description: 'epoch seconds of the access token’s expiry' }),
    userOptions: z.strictObject({
      googleUserId: z.string().optional().meta({
        description: 'the provider’s name for a person without a password',
      }),
      hidesEcho: z.literal(true).optional().meta({
        description: 'the day’s page does not show the person’s earlier answers',
      }),
      hidesOthers: z.literal(true).optional().meta({
        description:
          'others’ answers on today’s question are covered until the person has answered',
      }),
    }),
    activated: z.boolean(),
    suspended: z.strictObject({ until: z.int().optional() }).optional().meta({
      description:
        'while the account is suspended; `until` in epoch seconds, absent for a suspension without an end',
    }),
    termsDue: z.string().optional().meta({
      description:
        'version of the terms to agree to before the next post; absent when the person has',
    }),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>

const tokens = { accessToken: z.string().min(1), updateToken: z.string().min(1) }

export const sessionSchema = z.strictObject(tokens).meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>

export const newSessionSchema = z
  .strictObject({ ...tokens, username: z.string() })
  .meta({ id: 'NewSession' })

export const socialSessionSchema = z
  .strictObject({ ...tokens, username: z.string(), registered: z.boolean() })
  .meta({ id: 'SocialSession' })
export type SocialSession = z.infer<typeof socialSessionSchema>
