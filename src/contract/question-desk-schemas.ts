import { z } from 'zod'
import { importProblems } from '../domain/question-import.ts'
import { questionSources } from '../domain/question-pool.ts'
import { daySchema, texts } from './fields.ts'

const season = z
  .string()
  .meta({ description: 'the days of the year it belongs to: MM-DD or MM-DD..MM-DD' })

/** A question that days can be given. */
export const poolQuestionSchema = z
  .object({
    poolId: z.string(),
    version: z.int().meta({ description: 'changes with each edit' }),
    texts,
    topicId: z.string(),
    season: season.optional(),
    source: z.enum(questionSources),
    isRetired: z.boolean(),
    lastAsked: daySchema.optional(),
    scheduled: z.array(daySchema).meta({ description: 'days to come' }),
  })
  .meta({ id: 'PoolQuestion' })
export type PoolQuestion = z.output<typeof poolQuestionSchema>

const onDay = {
  poolId: z.string().optional(),
  texts,
  topicId: z.string(),
  source: z.enum(questionSources),
  lastAsked: daySchema.optional().meta({ description: 'the day before this one, if any' }),
}

/** A day of the calendar with its question; without one, what the day will get by itself. */
export const calendarDaySchema = z
  .object({
    day: daySchema,
    question: z
      .object({
        ...onDay,
        questionId: z.string(),
        isScheduled: z.boolean().meta({ description: 'false: given by itself' }),
        usersCount: z.int().meta({ description: 'people who answered' }),
      })
      .optional(),
    forecast: z.object(onDay).optional(),
    replaced: z
      .array(z.object({ questionId: z.string(), texts, usersCount: z.int() }))
      .meta({ description: 'earlier questions of this day that people had answered' }),
  })
  .meta({ id: 'CalendarDay' })
export type CalendarDay = z.output<typeof calendarDaySchema>
export type DayQuestion = NonNullable<CalendarDay['question']>

export const topicSchema = z
  .object({ topicId: z.string(), name: texts, category: texts })
  .meta({ id: 'DeskTopic' })
export type DeskTopic = z.output<typeof topicSchema>

/** Fields of a question that an editor writes. */
export const questionFields = {
  texts,
  topicId: z.string(),
  season: season.optional(),
}

/** A row of an import as the file has it; problems name its line. */
export const importRowSchema = z.strictObject({
  line: z.int().min(1),
  texts: z.record(z.string().max(8), z.string().max(1000)),
  topic: z.string().max(200).optional(),
  date: z.string().max(40).optional(),
  season: z.string().max(40).optional(),
})
export type ImportRow = z.output<typeof importRowSchema>

export const importStateSchema = z
  .object({
    importId: z.string(),
    rows: z.int(),
    scheduled: z.int().meta({ description: 'rows with a date' }),
    problemCount: z.int(),
    problems: z
      .array(
        z.object({
          line: z.int(),
          problem: z.enum(importProblems),
          field: z.string().optional(),
          other: z.string().optional().meta({ description: 'the other line, or question' }),
        }),
      )
      .meta({ description: 'the first hundred, by line' }),
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
