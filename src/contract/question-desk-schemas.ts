import { z } from 'zod'
import { importProblems } from '../domain/question-import.ts'
import { questionSources } from '../domain/question-pool.ts'
import { daySchema, texts } from './fields.ts'

const season = z.string().describe('the days of the year it belongs to: MM-DD or MM-DD..MM-DD')

export const poolQuestionSchema = z
  .object({
    poolId: z.string(),
    version: z.int().describe('changes with each edit'),
    texts,
    topicId: z.string(),
    season: season.optional(),
    source: z.enum(questionSources),
    isRetired: z.boolean(),
    lastAsked: daySchema.optional(),
    scheduled: z.array(daySchema).describe('days to come'),
    expected: daySchema
      .optional()
      .describe('the next day that gets it automatically; only in a list beyond tomorrow'),
  })
  .meta({ id: 'PoolQuestion' })
export type PoolQuestion = z.output<typeof poolQuestionSchema>

const onDay = {
  poolId: z.string().optional(),
  texts,
  topicId: z.string(),
  source: z.enum(questionSources),
  lastAsked: daySchema.optional().describe('the day before this one, if any'),
}

/** Without a question: the one that the day will get automatically. */
export const calendarDaySchema = z
  .object({
    day: daySchema,
    question: z
      .object({
        ...onDay,
        questionId: z.string(),
        isScheduled: z.boolean().describe('false: given by itself'),
        usersCount: z.int().describe('people who answered'),
      })
      .optional(),
    forecast: z.object(onDay).optional(),
    replaced: z
      .array(z.object({ questionId: z.string(), texts, usersCount: z.int() }))
      .describe('earlier questions of this day that people had answered'),
  })
  .meta({ id: 'CalendarDay' })
export type CalendarDay = z.output<typeof calendarDaySchema>

const figures = {
  relative: z.int().describe('people in percent of the mean of the 14 days near it'),
  people: z.int(),
  answers: z.int(),
  again: z.int().describe('percent of people with two or more answers'),
  length: z.int().describe('median characters'),
  english: z.int().describe('percent of answers'),
  reports: z.int(),
}
export const figureNames = Object.keys(figures) as (keyof typeof figures)[]

export const questionFiguresSchema = z
  .object({
    day: daySchema,
    poolId: z.string().optional(),
    questionId: z.string(),
    texts,
    ...figures,
    isSuggested: z.boolean(),
    isFlat: z.boolean().describe('not chosen automatically'),
  })
  .meta({ id: 'QuestionFigures' })
export type QuestionFigures = z.output<typeof questionFiguresSchema>

export const topicSchema = z
  .object({ topicId: z.string(), name: texts, category: texts })
  .meta({ id: 'DeskTopic' })
export type DeskTopic = z.output<typeof topicSchema>

export const questionFields = {
  texts,
  topicId: z.string(),
  season: season.optional(),
}

/** A row as in the file; problems name its line. */
export const importRowSchema = z.strictObject({
  line: z.int().min(1),
  texts: z.record(z.string().max(8), z.string().max(1000)),
  topic: z.string().max(200).optional().describe('its id or name; a row without one has a problem'),
  date: z.string().max(40).optional(),
  season: z.string().max(40).optional(),
})
export type ImportRow = z.output<typeof importRowSchema>

export const importStateSchema = z
  .object({
    importId: z.string(),
    rows: z.int(),
    scheduled: z.int().describe('rows with a date'),
    known: z.int().describe('rows that repeat a question of the pool; only their date is taken'),
    problemCount: z.int(),
    problems: z
      .array(
        z.object({
          line: z.int(),
          problem: z.enum(importProblems),
          field: z.string().optional(),
          other: z.string().optional().describe('the other line, or question'),
        }),
      )
      .describe('the first hundred, by line'),
  })
  .meta({ id: 'QuestionImport' })
export type ImportState = z.output<typeof importStateSchema>

export const exportRowSchema = z
  .object({
    poolId: z.string(),
    texts,
    topic: z.string(),
    date: daySchema.optional(),
    season: season.optional(),
  })
  .meta({ id: 'ExportedQuestion' })
export type ExportRow = z.output<typeof exportRowSchema>
