import { z } from 'zod'
import { accepted, defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { daySchema, entryLimit, entryOffset } from '../fields.ts'
import {
  shownDesk as shown,
  calendarDaySchema,
  figureNames,
  poolQuestionSchema,
  questionFields,
  questionFiguresSchema,
  topicSchema,
} from '../question-desk-schemas.ts'
import { poolStates } from '../../domain/question-pool.ts'
import { suggestionSchema } from './suggestion.ts'

export const MAX_CALENDAR_DAYS = 120

const seen = z
  .string()
  .nullable()
  .describe('the question that the caller has seen on this day; null: none')
const answered = z
  .int()
  .min(0)
  .optional()
  .describe('how many people the caller knows to have answered; required for today')
const onePoolQuestion = results(z.array(poolQuestionSchema).length(1), 'the question')
const days = results(z.array(calendarDaySchema), 'the days')
const versioned = { poolId: z.string(), version: z.int() }

export const questionDeskCalls = defineCalls('operator', {
  readCalendar: {
    method: 'GET',
    path: '/calendar',
    summary: 'The questions of days, also of those to come',
    description: `At most ${MAX_CALENDAR_DAYS} days.`,
    access: 'editor',
    query: z.object({ from: daySchema, until: daySchema }),
    success: days,
    errors: ['dataNotAvailable'],
    example: { query: { from: '2026-11-21', until: '2026-11-21' }, response: [shown.day] },
  },
  scheduleDay: {
    method: 'PUT',
    path: '/calendar/day',
    summary: 'Give a day a question of the pool, or take its question away',
    description:
      '406 with the field `seenId` when the day has another question than the caller has seen, with `answered` when ' +
      'more people have answered today’s. Answers stay with the question that they answer.',
    access: 'editor',
    body: z.strictObject({
      day: daySchema,
      poolId: z.string().nullable().describe('null: the day is free again'),
      seenId: seen,
      answered,
    }),
    purges: 'pages',
    success: days,
    errors: ['dataNotFound', 'dataNotAvailable'],
    example: {
      body: { day: sample.freeDay, poolId: sample.poolId, seenId: null },
      response: [
        {
          day: sample.freeDay,
          question: {
            ...shown.day.question,
            poolId: sample.poolId,
            source: 'own',
            isScheduled: true,
            usersCount: 0,
          },
          replaced: [],
        },
      ],
    },
  },
  moveDay: {
    method: 'POST',
    path: '/calendar/move',
    summary: 'Move a scheduled question to another day; two scheduled ones change places',
    access: 'editor',
    body: z.strictObject({ from: daySchema, to: daySchema, seenFrom: z.string(), seenTo: seen }),
    success: days,
    errors: ['dataNotFound', 'dataNotAvailable'],
    example: {
      body: {
        from: sample.freeDay,
        to: sample.otherFreeDay,
        seenFrom: sample.questionId,
        seenTo: null,
      },
      response: [{ day: sample.freeDay, replaced: [] }],
    },
  },
  listPool: {
    method: 'GET',
    path: '/question',
    summary: 'The questions that days can be given',
    access: 'editor',
    query: z.object({
      state: z
        .enum(poolStates)
        .describe(
          '`all`: except retired ones; `waiting`: own ones without a day to come, never asked',
        ),
      search: z.string().max(100).optional().describe('words that one of its texts contains'),
      offset: entryOffset,
      limit: entryLimit(100, 50),
    }),
    success: results(z.array(poolQuestionSchema), 'questions, own ones newest first'),
    errors: ['dataNotAvailable'],
    example: { query: { state: 'waiting' }, response: [shown.pool] },
  },
  readPoolQuestion: {
    method: 'GET',
    path: '/question/detail',
    summary: 'One question of the pool',
    access: 'editor',
    query: z.object({
      poolId: z.string().describe('the question’s id in the pool'),
    }),
    success: onePoolQuestion,
    errors: ['dataNotFound'],
    example: { query: { poolId: sample.poolId }, response: [shown.pool] },
  },
  listFigures: {
    method: 'GET',
    path: '/question/figures',
    summary: 'How past questions did, counted once a day',
    access: 'editor',
    query: z.object({
      by: z.enum([...figureNames, 'day']).describe('worst or newest first'),
      offset: entryOffset,
      limit: entryLimit(100, 50),
    }),
    success: results(z.array(questionFiguresSchema), 'past days'),
    errors: ['dataNotAvailable'],
    example: { query: { by: 'relative' }, response: [shown.figures] },
  },
  addQuestion: {
    method: 'POST',
    path: '/question',
    summary: 'Write a question; it waits in the pool',
    description:
      '406 with the field `texts` for a text that the pool has already, with `suggestionId` for a suggestion that is gone ' +
      'or decided.',
    access: 'editor',
    body: z.strictObject({
      ...questionFields,
      suggestionId: z
        .string()
        .optional()
        .describe('the suggestion that is chosen with it; its person gets a notice'),
    }),
    success: onePoolQuestion,
    errors: ['dataNotAvailable'],
    example: {
      body: {
        texts: { ja: '今日の空を、ひとことで言うと？', en: 'How would you sum up today’s sky?' },
        topicId: 'morning',
      },
      response: [shown.pool],
    },
  },
  editQuestion: {
    method: 'PUT',
    path: '/question',
    summary: 'Change a question, also on today and the days to come',
    description:
      'Past days keep what was asked. 406 with the field `version` when somebody else changed it since, with `answered` ' +
      'when it is today’s and more people have answered.',
    access: 'editor',
    body: z.strictObject({ ...versioned, ...questionFields, answered }),
    purges: 'pages',
    success: onePoolQuestion,
    errors: ['dataNotFound', 'dataNotAvailable'],
    example: {
      body: { poolId: sample.poolId, version: 1, texts: shown.texts, topicId: 'morning' },
      response: [{ ...shown.pool, version: 2 }],
    },
  },
  retireQuestion: {
    method: 'PUT',
    path: '/question/retirement',
    summary: 'Retire a question, which takes it off the days to come, or bring it back',
    access: 'editor',
    body: z.strictObject({ ...versioned, isRetired: z.boolean() }),
    success: onePoolQuestion,
    errors: ['dataNotFound', 'dataNotAvailable'],
    example: {
      body: { poolId: sample.poolId, version: 1, isRetired: true },
      response: [{ ...shown.pool, version: 2, isRetired: true }],
    },
  },
  listSuggestions: {
    method: 'GET',
    path: '/suggestion',
    summary: 'The suggested questions that nobody has chosen or declined',
    access: 'editor',
    query: z.object({ offset: entryOffset, limit: entryLimit(100, 50) }),
    success: results(z.array(suggestionSchema), 'oldest first'),
    errors: ['dataNotAvailable'],
    example: { query: {}, response: [shown.suggestion] },
  },
  declineSuggestion: {
    method: 'PUT',
    path: '/suggestion/decline',
    summary: 'Decline a suggested question; its person finds this in their list',
    access: 'editor',
    body: z.strictObject({ suggestionId: z.string() }),
    success: accepted,
    errors: ['dataNotFound'],
    example: { body: { suggestionId: sample.suggestionId } },
  },
  listTopics: {
    method: 'GET',
    path: '/topic',
    summary: 'The topics that a question can have',
    access: 'editor',
    success: results(z.array(topicSchema), 'by category'),
    example: { response: [shown.topic] },
  },
})
