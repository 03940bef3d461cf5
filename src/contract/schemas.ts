import { z } from '@hono/zod-openapi'

/** The shapes of `contract.md`, from which the OpenAPI document is generated. */
export const commentSchema = z
  .strictObject({
    commentId: z.string(),
    userId: z.string(),
    text: z.string(),
    lastUpdated: z.int().openapi({ description: 'epoch seconds' }),
    lastUpdatedDate: z.string().openapi({ description: 'ISO 8601, Asia/Tokyo offset' }),
    userOptions: z.strictObject({ picture: z.string(), username: z.string() }),
    question: z
      .strictObject({
        questionId: z.string(),
        text: z.string(),
        questionTranslations: z.strictObject({ jp: z.strictObject({ text: z.string() }) }),
      })
      .optional()
      .openapi({ description: 'history only' }),
  })
  .openapi('Comment')

const named = <Key extends string>(key: Key) =>
  ({ name: z.string(), [key]: z.strictObject({ jp: z.strictObject({ name: z.string() }) }) }) as {
    name: z.ZodString
  } & Record<Key, z.ZodObject<{ jp: z.ZodObject<{ name: z.ZodString }> }>>

export const questionSchema = z
  .strictObject({
    questionId: z.string(),
    questionnaireId: z.string(),
    text: z.string(),
    questionTranslations: z.strictObject({ jp: z.strictObject({ text: z.string() }) }),
    previewAt: z.int().openapi({ description: 'epoch seconds' }),
    previewAtDate: z.string(),
    questionCommentsCount: z.int(),
    questionUsersCount: z.int(),
    eventSeq: z.int().openapi({ description: 'number of the last event among its comments' }),
    topic: z.strictObject({
      ...named('topicTranslations'),
      category: z.strictObject({ ...named('categoryTranslations') }),
    }),
    questionComments: z.array(commentSchema).optional(),
  })
  .openapi('Question')

/** What happened to a question's comments: `seq` counts from 1 for each question, without a gap. */
export const liveEventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('comment.created'),
      seq: z.int(),
      comment: commentSchema.optional().openapi({ description: 'absent when it is gone again' }),
    }),
    z.strictObject({ type: z.literal('comment.deleted'), seq: z.int(), commentId: z.string() }),
  ])
  .openapi('LiveEvent')

/** One frame of a question's WebSocket. */
export const liveMessageSchema = z
  .union([
    z.strictObject({ type: z.literal('hello'), seq: z.int() }),
    liveEventSchema,
    z.strictObject({ type: z.literal('readers'), count: z.int() }),
  ])
  .openapi('LiveMessage')

export const userSchema = z
  .strictObject({
    userId: z.string(),
    username: z.string(),
    email: z.string(),
    gender: z.int().min(0).max(4),
    birthYear: z.int(),
    hasPicture: z.boolean(),
    pictureLink: z.string(),
    tokenExpired: z.int().openapi({ description: 'epoch seconds of the access token’s expiry' }),
    userOptions: z.strictObject({ googleUserId: z.string().optional() }),
    activated: z.boolean(),
  })
  .openapi('User')

export const sessionSchema = z
  .strictObject({ accessToken: z.string(), updateToken: z.string() })
  .openapi('Session')

const errorSchema = z
  .strictObject({
    httpCode: z.int(),
    errorCode: z.int(),
    statusCode: z.int(),
    message: z.string(),
    field: z.string().optional(),
    requestId: z.string().optional(),
  })
  .openapi('Error')

export type CommentShape = z.infer<typeof commentSchema>
export type QuestionShape = z.infer<typeof questionSchema>
export type UserShape = z.infer<typeof userSchema>
export type SessionShape = z.infer<typeof sessionSchema>

/** `{ results }` of a 200 answer. */
export function results<Schema extends z.ZodType>(schema: Schema, description: string) {
  return {
    description,
    content: { 'application/json': { schema: z.strictObject({ results: schema }) } },
  }
}

/** A 202 answer: `{ "results": [] }`. */
export const accepted = results(
  z.array(z.never()).openapi({ type: 'array', items: {}, maxItems: 0 }),
  'done',
)

/** Any answer of the catalogue. */
export const failure = {
  description: 'an entry of the error catalogue',
  content: { 'application/json': { schema: errorSchema } },
}
