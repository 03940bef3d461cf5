import { z } from 'zod'
import { seconds } from './fields.ts'
import { translatorNames } from '../domain/comment-translation.ts'
import { languages, type Language } from '../domain/language.ts'
import { roles } from '../domain/moderation.ts'
import { furtherLanguages } from '../domain/texts-by-language.ts'
import { hiddenSchema } from './case-schemas.ts'

// Times are epoch seconds unless named otherwise.

const translatedText = translated(z.strictObject({ text: z.string() }))
const translatedName = translated(z.strictObject({ name: z.string() }))

/** Japanese is required, further languages are optional. */
function translated<Shape extends z.ZodType>(shape: Shape) {
  const further = Object.fromEntries(
    furtherLanguages.map((language) => [language, shape.optional()]),
  ) as Record<(typeof furtherLanguages)[number], z.ZodOptional<Shape>>
  return z.strictObject({ jp: shape, ...further })
}

const language = z.enum(languages)

/** Languages without comments may be absent. */
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
    .describe('language of the text; absent where it has no words and no page'),
  lastUpdated: seconds,
  lastUpdatedDate: z.string().describe('ISO 8601, Asia/Tokyo offset'),
  userOptions: z.strictObject({
    picture: z.string().describe('address of the picture; empty where the default is shown'),
    username: z.string(),
  }),
}

export const commentSchema = z.strictObject(commentShape).meta({ id: 'Comment' })
export type Comment = z.infer<typeof commentSchema>

const ownShape = { ...commentShape, hidden: hiddenSchema.optional() }

export const postedCommentSchema = z.strictObject(ownShape).meta({ id: 'PostedComment' })
export type PostedComment = z.infer<typeof postedCommentSchema>

export const ownCommentSchema = z
  .strictObject({
    ...ownShape,
    question: z.strictObject({
      questionId: z.string(),
      text: z.string(),
      questionTranslations: translatedText,
    }),
  })
  .meta({ id: 'OwnComment' })
export type OwnComment = z.infer<typeof ownCommentSchema>

export const answeredDaySchema = z
  .strictObject({
    day: z.string().describe('YYYY-MM-DD, Asia/Tokyo'),
    questionId: z.string(),
    isAnswered: z.boolean(),
  })
  .meta({ id: 'AnsweredDay' })
export type AnsweredDay = z.infer<typeof answeredDaySchema>

export const questionSchema = z
  .strictObject({
    questionId: z.string(),
    questionnaireId: z.string(),
    text: z.string(),
    questionTranslations: translatedText,
    previewAt: seconds,
    previewAtDate: z.string().describe('ISO 8601, Asia/Tokyo offset'),
    questionChangedAt: seconds
      .optional()
      .describe('when an editor last changed its text on its day; absent where nobody did'),
    questionCommentsCount: z.int(),
    questionUsersCount: z.int(),
    questionCommentsByLanguage: countsByLanguage
      .optional()
      .describe(
        'of the comments, how many are in each language; absent where a service does not count them',
      ),
    eventSeq: z
      .int()
      .optional()
      .describe(
        'number of the last event among its comments: 1, 2, 3 … without a gap; absent where a service keeps none',
      ),
    topic: z.strictObject({
      name: z.string(),
      topicTranslations: translatedName,
      category: z.strictObject({ name: z.string(), categoryTranslations: translatedName }),
    }),
    questionEarlier: z
      .array(
        z.strictObject({
          questionId: z.string(),
          previewAt: seconds,
        }),
      )
      .optional()
      .describe(
        'the newest earlier days of the same question, newest first; absent where there is none and in lists of questions',
      ),
    questionBefore: z.string().optional().describe('id of the day before; absent in lists'),
    questionAfter: z
      .string()
      .optional()
      .describe('id of the day after, where it is public; absent in lists'),
    questionSuggestedBy: z
      .string()
      .optional()
      .describe('username of the person who suggested it and wants to be named; absent in lists'),
    questionComments: z
      .array(commentSchema)
      .optional()
      .describe('newest last; absent in lists of questions'),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof questionSchema>

export const translationSchema = z
  .strictObject({
    commentId: z.string(),
    language: z.enum(languages).describe('language of the translation'),
    text: z.string(),
    translator: z.enum(translatorNames).describe('which translator made it'),
  })
  .meta({ id: 'Translation' })
export type Translation = z.infer<typeof translationSchema>

export const questionnaireSchema = z
  .strictObject({ questionnaireId: z.string(), status: z.int(), name: z.string() })
  .meta({ id: 'Questionnaire' })

export const maintenanceSchema = z.array(
  z
    .strictObject({
      name: z.enum(['serviceMaintenanceStart', 'serviceMaintenanceEnd']),
      lastUpdated: seconds,
    })
    .meta({ id: 'MaintenanceEntry' }),
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
  .meta({ id: 'Error' })

export const userSchema = z
  .strictObject({
    userId: z.string(),
    username: z.string(),
    email: z.string(),
    gender: z.int().min(0).max(4),
    birthYear: z.int(),
    hasPicture: z.boolean(),
    pictureLink: z.string(),
    tokenExpired: z.int().describe('epoch seconds of the access token’s expiry'),
    userOptions: z.strictObject({
      googleUserId: z
        .string()
        .optional()
        .describe('the provider’s name for a person without a password'),
      hidesEcho: z
        .literal(true)
        .optional()
        .describe('the day’s page does not show the person’s earlier answers'),
      hidesOthers: z
        .literal(true)
        .optional()
        .describe('others’ answers on today’s question are covered until the person has answered'),
      pendingEmail: z.string().optional().describe('a new address until its link is opened'),
    }),
    activated: z.boolean(),
    roles: z
      .array(z.enum(roles))
      .optional()
      .describe('absent for most people, and while suspended'),
    suspended: z
      .strictObject({ until: z.int().optional() })
      .optional()
      .describe(
        'while the account is suspended; `until` in epoch seconds, absent for a suspension without an end',
      ),
    termsDue: z
      .string()
      .optional()
      .describe(
        'version of the terms to agree to before the next post; absent when the person has',
      ),
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
