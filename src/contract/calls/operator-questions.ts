import { z } from 'zod'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { daySchema, entryLimit, entryOffset } from '../fields.ts'
import {
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
    endpoint: 'GET /calendar',
    summary: 'The questions of days, also of those to come',
    description: `At most ${MAX_CALENDAR_DAYS} days.`,
    access: 'editor',
    query: z.object({ from: daySchema, until: daySchema }),
    success: days,
    example: { from: '2026-11-21', until: '2026-11-21' },
  },
  scheduleDay: {
    endpoint: 'PUT /calendar/day',
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
    errors: ['dataNotFound'],
    example: { day: sample.freeDay, poolId: sample.poolId, seenId: null },
  },
  moveDay: {
    endpoint: 'POST /calendar/move',
    summary: 'Move a scheduled question to another day; two scheduled ones change places',
    access: 'editor',
    body: z.strictObject({ from: daySchema, to: daySchema, seenFrom: z.string(), seenTo: seen }),
    success: days,
    errors: ['dataNotFound'],
    example: {
      from: sample.freeDay,
      to: sample.otherFreeDay,
      seenFrom: sample.questionId,
      seenTo: null,
    },
  },
  listPool: {
    endpoint: 'GET /question',
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
    example: { state: 'waiting' },
  },
  readPoolQuestion: {
    endpoint: 'GET /question/detail',
    hasNoRules: true,
    summary: 'One question of the pool',
    access: 'editor',
    query: z.object({
      poolId: z.string().describe('the question’s id in the pool'),
    }),
    success: onePoolQuestion,
    errors: ['dataNotFound'],
    example: { poolId: sample.poolId },
  },
  listFigures: {
    endpoint: 'GET /question/figures',
    summary: 'How past questions did, counted once a day',
    access: 'editor',
    query: z.object({
      by: z.enum([...figureNames, 'day']).describe('worst or newest first'),
      offset: entryOffset,
      limit: entryLimit(100, 50),
    }),
    success: results(z.array(questionFiguresSchema), 'past days'),
    example: { by: 'relative' },
  },
  addQuestion: {
    endpoint: 'POST /question',
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
    example: {
      texts: { ja: '今日の空を、ひとことで言うと？', en: 'How would you sum up today’s sky?' },
      topicId: 'morning',
    },
  },
  editQuestion: {
    endpoint: 'PUT /question',
    summary: 'Change a question, also on today and the days to come',
    description:
      'Past days keep what was asked. 406 with the field `version` when somebody else changed it since, with `answered` ' +
      'when it is today’s and more people have answered.',
    access: 'editor',
    body: z.strictObject({ ...versioned, ...questionFields, answered }),
    purges: 'pages',
    success: onePoolQuestion,
    errors: ['dataNotFound'],
    example: {
      poolId: sample.poolId,
      version: 1,
      texts: { ja: '今日の雲は？', en: 'What do today’s clouds look like?' },
      topicId: 'morning',
    },
  },
  retireQuestion: {
    endpoint: 'PUT /question/retirement',
    summary: 'Retire a question, which takes it off the days to come, or bring it back',
    access: 'editor',
    body: z.strictObject({ ...versioned, isRetired: z.boolean() }),
    success: onePoolQuestion,
    errors: ['dataNotFound'],
    example: { poolId: sample.poolId, version: 1, isRetired: true },
  },
  listSuggestions: {
    endpoint: 'GET /suggestion',
    summary: 'The suggested questions that nobody has chosen or declined',
    access: 'editor',
    query: z.object({ offset: entryOffset, limit: entryLimit(100, 50) }),
    success: results(z.array(suggestionSchema), 'oldest first'),
  },
  declineSuggestion: {
    endpoint: 'PUT /suggestion/decline',
    hasNoRules: true,
    summary: 'Decline a suggested question; its person finds this in their list',
    access: 'editor',
    body: z.strictObject({ suggestionId: z.string() }),
    errors: ['dataNotFound'],
    example: { suggestionId: sample.suggestionId },
  },
  listTopics: {
    endpoint: 'GET /topic',
    summary: 'The topics that a question can have',
    access: 'editor',
    success: results(z.array(topicSchema), 'by category'),
  },
})
