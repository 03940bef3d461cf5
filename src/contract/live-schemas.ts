import { z } from 'zod'
import { languages } from '../domain/language.ts'
import { commentSchema } from './schemas.ts'

const language = z.enum(languages)

/** `seq` counts from 1 per question without a gap; a comment already deleted when read is absent. */
export const liveEventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('comment.created').describe('without `comment`: gone again'),
      seq: z.int(),
      comment: commentSchema.optional(),
      lang: language.optional().describe('language of a comment that is absent'),
    }),
    z.strictObject({
      type: z.literal('comment.deleted'),
      seq: z.int(),
      commentId: z.string(),
      lang: language.optional().describe('language of the comment'),
    }),
  ])
  .meta({ id: 'LiveEvent' })
export type LiveEvent = z.infer<typeof liveEventSchema>

/** WebSocket frame: first `hello`, then one or more events in order, now and then the number of readers. */
export const liveMessageSchema = z
  .union([
    z.strictObject({ type: z.literal('hello'), seq: z.int() }),
    liveEventSchema,
    z.array(liveEventSchema).min(2),
    z.strictObject({ type: z.literal('readers'), count: z.int() }),
  ])
  .meta({ id: 'LiveMessage' })
export type LiveMessage = z.infer<typeof liveMessageSchema>
