import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import { DETAILS_COMMENTS } from '../../domain/question.ts'
import { MAX_EVENTS } from '../../domain/live-event.ts'
import { ID } from '../../domain/id.ts'
import { TRANSLATIONS_READ } from '../../domain/comment-translation.ts'
import { languages } from '../../domain/language.ts'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { commentIds, entryLimit, epochSeconds, questionId } from '../fields.ts'
import {
  maintenanceSchema,
  questionnaireSchema,
  questionSchema,
  translationSchema,
} from '../schemas.ts'
import { liveEventSchema, liveMessageSchema } from '../live-schemas.ts'

const translationLanguage = z.enum(languages).describe('language to translate into')

export const questionCalls = defineCalls('question', {
  listQuestionnaires: {
    endpoint: 'GET /questionnaire',
    summary: 'The questionnaires of a status',
    description: 'The one that gives out the day’s question comes first.',
    query: z.object({
      status: z
        .string()
        .regex(/^[012]$/)
        .default('1')
        .transform(Number)
        .describe('1 active, 2 closed; default 1'),
    }),
    success: results(z.array(questionnaireSchema), 'the questionnaires of that status'),
    isPublicRead: true,
    example: { status: '1' },
  },
  readQuestion: {
    endpoint: 'GET /question/comment',
    summary: 'A question with a page of its comments',
    description:
      'By `questionId`; or by `questionnaireId`, the question whose Tokyo day contains `previewAt`. One of the two ' +
      'has to be there. Comments are newest last; `commentsBefore` asks for those before one.',
    query: z.object({
      questionId: z.string().optional().describe('a question’s id'),
      questionnaireId: z.string().optional().describe('a questionnaire’s id'),
      previewAt: epochSeconds,
      findStatus: z
        .string()
        .regex(/^[012](,[012])*$/)
        .default('1,2')
        .transform((text) => text.split(',').map(Number))
        .describe('statuses of questions, separated by commas: 1 active, 2 closed; default `1,2`'),
      commentsBefore: z.string().optional().describe('a comment’s id: those before it'),
      commentsLimit: entryLimit(DETAILS_COMMENTS, DETAILS_COMMENTS),
    }),
    success: results(
      z.array(questionSchema),
      'the question with a page of its comments, newest last',
    ),
    isPublicRead: true,
    errors: ['dataNotFound'],
    example: { questionId: sample.questionId, findStatus: '1,2', commentsLimit: '50' },
  },
  listQuestions: {
    endpoint: 'GET /question/',
    summary: 'The newest questions before a time, ascending',
    query: z.object({ lessPreviewAt: epochSeconds, limit: entryLimit(100, 30) }),
    success: results(z.array(questionSchema), 'the newest questions before that time, ascending'),
    isPublicRead: true,
    example: { limit: '2' },
  },
  listEvents: {
    endpoint: 'GET /question/events',
    summary: 'What happened to a question’s comments after an event',
    description: `For a page that missed some: at most ${MAX_EVENTS}, oldest first. 404 when some are no longer kept.`,
    query: z.object({
      questionId,
      after: z.coerce.number<string | number>().int().min(0).meta({
        type: 'integer',
        description: 'the number of the last event that the page has',
      }),
    }),
    success: results(
      z.array(liveEventSchema),
      `what came after an event, oldest first, at most ${MAX_EVENTS}`,
    ),
    isPublicRead: true,
    errors: ['dataNotFound'],
    example: { questionId: sample.questionId, after: 0 },
  },
  listTranslations: {
    endpoint: 'GET /question/translation',
    summary: 'Stored translations of comments',
    description:
      'Translates nothing: comments without a stored translation in the language are left out.',
    query: z.object({ commentIds: commentIds(TRANSLATIONS_READ), language: translationLanguage }),
    success: results(z.array(translationSchema), 'the translations that are stored, in any order'),
    isPublicRead: true,
    example: { commentIds: sample.commentId, language: 'en' },
  },
  translateComment: {
    endpoint: 'POST /question/translation',
    summary: 'Translate one comment',
    description:
      'Returns the stored translation where there is one; otherwise asks the operator’s translator once and stores what ' +
      'it returns. 404 / -1003: the site has no translator. 406 with the field `language`: the comment is in that ' +
      'language, or has none. 403 / -1021 with `Retry-After`: too many for a sender, or the day’s characters are used ' +
      'up. 503 / -1025: the translator does not answer.',
    body: z.strictObject({ commentId: z.string(), language: translationLanguage }),
    // Above a translator's six seconds, below the browser's ten.
    timeoutMs: 8_000,
    success: results(z.array(translationSchema), 'the translation'),
    // Counts only translations that are not stored yet.
    limits: { translationsPerHour: { max: 20, by: 'handler' } },
    errors: ['dataNotFound', 'configurationNotFound', 'translatorNotAvailable'],
    example: { commentId: sample.commentId, language: 'en' },
  },
  followQuestion: {
    endpoint: 'GET /question/live',
    hasNoRules: true,
    summary: 'WebSocket of changes to a question’s comments',
    description:
      'Opened with `Upgrade: websocket` by pages of this origin only. Each text frame is one `LiveMessage`: first ' +
      '`hello` with the number of the last event, then events in order, several at once as an array, now and then the ' +
      'number of readers. A frame ' +
      'from the client other than `ping`, which is answered `pong`, closes it (1008). 403 with `Retry-After`: no room.',
    query: z.object({
      questionId: z.string().meta({ description: 'a question’s id', pattern: ID.source }),
    }),
    success: {
      status: 101,
      frames: liveMessageSchema,
      about: 'a WebSocket, each frame of which is this',
    },
    errors: ['userPrivilegeNotFound', 'dataNotFound'],
    limits: { socketsPerMinute: { max: 600, by: 'network', windowMs: MINUTE_MS, isCoarse: true } },
    example: { questionId: sample.questionId },
  },
  questionMaintenance: {
    endpoint: 'GET /admin/service/maintenance',
    summary: 'The question service’s maintenance window',
    success: results(maintenanceSchema, 'start and end of the window, or nothing'),
  },
})
