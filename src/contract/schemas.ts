import { z } from '@hono/zod-openapi'
import { translatorNames } from '../domain/comment-translation.ts'
import { languages, type Language } from '../domain/language.ts'
import { furtherLanguages } from '../domain/translation.ts'
import { hiddenSchema } from './moderation-schemas.ts'

/** The shapes of the contract, each with its type. Times are epoch seconds unless they are named otherwise. */
const translatedText = translated(z.strictObject({ text: z.string() }))
const translatedName = translated(z.strictObject({ name: z.string() }))

/** The translations of a shape: Japanese, and further languages where the service knows them. */
function translated<Shape extends z.ZodType>(shape: Shape) {
  const further = Object.fromEntries(
    furtherLanguages.map((language) => [language, shape.optional()]),
  ) as Record<(typeof furtherLanguages)[number], z.ZodOptional<Shape>>
  return z.strictObject({ jp: shape, ...further })
}

const language = z.enum(languages)

/** A number of comments for each language; a language without any may be absent. */
const countsByLanguage = z.strictObject(
  Object.fromEntries(languages.map((code) => [code, z.int().optional()])) as Record<
    Language,
    z.ZodOptional<z.ZodInt>
  >,
)

const commentShape = {
  commentId: z.string(),
  userId: z.string(),
  text: z.string(),
  lang: language
    .optional()
    .openapi({ description: 'language of the text; absent where it has no words and no page' }),
  lastUpdated: z.int().openapi({ description: 'epoch seconds' }),
  lastUpdatedDate: z.string().openapi({ description: 'ISO 8601, Asia/Tokyo offset' }),
  userOptions: z.strictObject({
    picture: z
      .string()
      .openapi({ description: 'address of the picture; empty where the default is shown' }),
    username: z.string(),
  }),
}

export const commentSchema = z.strictObject(commentShape).openapi('Comment')
export type Comment = z.infer<typeof commentSchema>

const ownShape = {
  ...commentShape,
  hidden: hiddenSchema.optional().openapi({ description: 'absent while everybody sees it' }),
}

/** A comment as its author gets it after posting. */
export const postedCommentSchema = z.strictObject(ownShape).openapi('PostedComment')
export type PostedComment = z.infer<typeof postedCommentSchema>

/** One's own comment, with its question. */
export const ownCommentSchema = z
  .strictObject({
    ...ownShape,
    question: z.strictObject({
      questionId: z.string(),
      text: z.string(),
      questionTranslations: translatedText,
    }),
  })
  .openapi('OwnComment')
export type OwnComment = z.infer<typeof ownCommentSchema>

/** A day of a month: its question and whether the person has answered it. */
export const answeredDaySchema = z
  .strictObject({
    day: z.string().openapi({ description: 'YYYY-MM-DD, Asia/Tokyo' }),
    questionId: z.string(),
    isAnswered: z.boolean(),
  })
  .openapi('AnsweredDay')
export type AnsweredDay = z.infer<typeof answeredDaySchema>

export const questionSchema = z
  .strictObject({
    questionId: z.string(),
    questionnaireId: z.string(),
    text: z.string(),
    questionTranslations: translatedText,
    previewAt: z.int().openapi({ description: 'epoch seconds' }),
    previewAtDate: z.string().openapi({ description: 'ISO 8601, Asia/Tokyo offset' }),
    questionCommentsCount: z.int(),
    questionUsersCount: z.int(),
    questionCommentsByLanguage: countsByLanguage.optional().openapi({
      description:
        'of the comments, how many are in each language; absent where a service does not count them',
    }),
    eventSeq: z.int().optional().openapi({
      description:
        'number of the last event among its comments: 1, 2, 3 … without a gap; absent where a service keeps none',
    }),
    topic: z.strictObject({
      name: z.string(),
      topicTranslations: translatedName,
      category: z.strictObject({ name: z.string(), categoryTranslations: translatedName }),
    }),
    questionEarlier: z
      .array(
        z.strictObject({
          questionId: z.string(),
          previewAt: z.int().openapi({ description: 'epoch seconds' }),
        }),
      )
      .optional()
      .openapi({
        description:
          'the newest earlier days of the same question, newest first; absent where there is none and in lists of questions',
      }),
    questionSuggestedBy: z.string().optional().openapi({
      description: 'username of the person who suggested it and wants to be named; absent in lists',
    }),
    questionComments: z
      .array(commentSchema)
      .optional()
      .openapi({ description: 'newest last; absent in lists of questions' }),
  })
  .openapi('Question')
export type Question = z.infer<typeof questionSchema>

export const translationSchema = z
  .strictObject({
    commentId: z.string(),
    language: z.enum(languages).openapi({ description: 'language of the translation' }),
    text: z.string(),
    translator: z.enum(translatorNames).openapi({ description: 'which translator made it' }),
  })
  .openapi('Translation')
export type Translation = z.infer<typeof translationSchema>

export const questionnaireSchema = z
  .strictObject({ questionnaireId: z.string(), status: z.int(), name: z.string() })
  .openapi('Questionnaire')

/**
 * One thing that happened to a question's comments. `seq` counts 1, 2, 3 … per question without a gap; a comment
 * that is already gone again when its creation is read has no `comment`.
 */
export const liveEventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('comment.created'),
      seq: z.int(),
      comment: commentSchema.optional().openapi({ description: 'absent when it is gone again' }),
      lang: language.optional().openapi({ description: 'language of a comment that is absent' }),
    }),
    z.strictObject({
      type: z.literal('comment.deleted'),
      seq: z.int(),
      commentId: z.string(),
      lang: language.optional().openapi({ description: 'language of the comment' }),
    }),
  ])
  .openapi('LiveEvent')
export type LiveEvent = z.infer<typeof liveEventSchema>

/**
 * One frame of a question's WebSocket: first `hello`, then events in order, one or several in a frame, now and then the
 * number of readers.
 */
export const liveMessageSchema = z
  .union([
    z.strictObject({ type: z.literal('hello'), seq: z.int() }),
    liveEventSchema,
    z.array(liveEventSchema).min(2),
    z.strictObject({ type: z.literal('readers'), count: z.int() }),
  ])
  .openapi('LiveMessage')
export type LiveMessage = z.infer<typeof liveMessageSchema>

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
    userOptions: z.strictObject({
      googleUserId: z.string().optional(),
      hidesEcho: z.literal(true).optional().openapi({
        description: 'the day’s page does not show the person’s earlier answers',
      }),
      hidesOthers: z.literal(true).optional().openapi({
        description:
          'others’ answers on today’s question are covered until the person has answered',
      }),
    }),
    activated: z.boolean(),
    suspended: z.strictObject({ until: z.int().optional() }).optional().openapi({
      description:
        'while the account is suspended; `until` in epoch seconds, absent for a suspension without an end',
    }),
    termsDue: z.string().optional().openapi({
      description:
        'version of the terms to agree to before the next post; absent when the person has',
    }),
  })
  .openapi('User')
export type User = z.infer<typeof userSchema>

const tokens = { accessToken: z.string().min(1), updateToken: z.string().min(1) }

export const sessionSchema = z.strictObject(tokens).openapi('Session')
export type Session = z.infer<typeof sessionSchema>

export const newSessionSchema = z
  .strictObject({ ...tokens, username: z.string() })
  .openapi('NewSession')

export const socialSessionSchema = z
  .strictObject({ ...tokens, username: z.string(), registered: z.boolean() })
  .openapi('SocialSession')
export type SocialSession = z.infer<typeof socialSessionSchema>

/** Start and end of a service's maintenance window; nothing where there is none. */
export const maintenanceSchema = z.array(
  z
    .strictObject({
      name: z.enum(['serviceMaintenanceStart', 'serviceMaintenanceEnd']),
      lastUpdated: z.int().openapi({ description: 'epoch seconds' }),
    })
    .openapi('MaintenanceEntry'),
)

export const errorSchema = z
  .strictObject({
    httpCode: z.int(),
    errorCode: z.int(),
    statusCode: z.int(),
    message: z.string(),
    field: z.string().optional(),
    requestId: z.string().optional(),
  })
  .openapi('Error')
