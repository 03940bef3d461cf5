import { z } from '@hono/zod-openapi'
import type {
  CommentShape,
  QuestionShape,
  SessionShape,
  UserShape,
} from '../../contract/schemas.ts'

/**
 * The contract's shapes as a remote answers them: what they do not name is left out, not refused, and what this
 * repository adds to them (`eventSeq`) may be missing.
 */
const text = z.object({ text: z.string() })
const name = z.object({ name: z.string() })
const texts = { text: z.string(), questionTranslations: z.object({ jp: text }) }

const comment = z.object({
  commentId: z.string(),
  userId: z.string(),
  text: z.string(),
  lastUpdated: z.int(),
  lastUpdatedDate: z.string(),
  userOptions: z.object({ picture: z.string(), username: z.string() }),
  question: z.object({ questionId: z.string(), ...texts }).optional(),
}) satisfies z.ZodType<CommentShape>

const question = z.object({
  questionId: z.string(),
  questionnaireId: z.string(),
  ...texts,
  previewAt: z.int(),
  previewAtDate: z.string(),
  questionCommentsCount: z.int(),
  questionUsersCount: z.int(),
  eventSeq: z.int().optional(),
  topic: z.object({
    name: z.string(),
    topicTranslations: z.object({ jp: name }),
    category: z.object({ name: z.string(), categoryTranslations: z.object({ jp: name }) }),
  }),
  questionComments: z.array(comment).optional(),
}) satisfies z.ZodType<Omit<QuestionShape, 'eventSeq'>>

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('comment.created'), seq: z.int(), comment: comment.optional() }),
  z.object({ type: z.literal('comment.deleted'), seq: z.int(), commentId: z.string() }),
])

const user = z.object({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  gender: z.int(),
  birthYear: z.int(),
  hasPicture: z.boolean(),
  pictureLink: z.string(),
  tokenExpired: z.int(),
  userOptions: z.object({ googleUserId: z.string().optional() }),
  activated: z.boolean(),
}) satisfies z.ZodType<UserShape>

const session = z.object({
  accessToken: z.string().min(1),
  updateToken: z.string().min(1),
}) satisfies z.ZodType<SessionShape>

export const shapes = {
  comments: z.array(comment),
  questions: z.array(question),
  events: z.array(event),
  questionnaires: z.array(
    z.object({ questionnaireId: z.string(), status: z.int(), name: z.string() }),
  ),
  maintenance: z.array(z.object({ name: z.string(), lastUpdated: z.number() })),
  users: z.array(user).min(1),
  session,
  registration: session.extend({ username: z.string() }),
  socialSession: session.extend({ username: z.string(), registered: z.boolean() }),
}
