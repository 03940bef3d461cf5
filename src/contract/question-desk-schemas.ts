import { z } from '@hono/zod-openapi'
import { importProblems } from '../domain/question-import.ts'
import { questionSources } from '../domain/question-pool.ts'
import { daySchema, texts } from './fields.ts'

const season = z
  .string()
  .openapi({ description: 'the days of the year it belongs to: MM-DD or MM-DD..MM-DD' })

/** A question that days can be given. */
export const poolQuestionSchema = z
  .object({
    poolId: z.string(),
    version: z.int().openapi({ description: 'changes with each edit' }),
    texts,
    topicId: z.string(),
    season: season.optional(),
    source: z.enum(questionSources),
    isRetired: z.boolean(),
    lastAsked: daySchema.optional(),
    scheduled: z.array(daySchema).openapi({ description: 'days to come' }),
  })
  .openapi('PoolQuestion')
export type PoolQuestion = z.output<typeof poolQuestionSchema>

const onDay = {
  poolId: z.string().optional(),
  texts,
  topicId: z.string(),
  source: z.enum(questionSources),
  lastAsked: daySchema.optional().openapi({ description: 'the day before this one, if any' }),
}

/** A day of the calendar with its question; without one, what the day will get by itself. */
export const calendarDaySchema = z
  .object({
    day: daySchema,
    question: z
      .object({
        ...onDay,
        questionId: z.string(),
        isScheduled: z.boolean().openapi({ description: 'false: given by itself' }),
        usersCount: z.int().openapi({ description: 'people who answered' }),
      })
      .optional(),
    forecast: z.object(onDay).optional(),
    replaced: z
      .array(z.object({ questionId: z.string(), texts, usersCount: z.int() }))
      .openapi({ description: 'earlier questions of this day that people had answered' }),
  })
  .openapi('CalendarDay')
export type CalendarDay = z.output<typeof calendarDaySchema>
export type DayQuestion = NonNullable<CalendarDay['question']>

export const topicSchema = z
  .object({ topicId: z.string(), name: texts, category: texts })
  .openapi('DeskTopic')
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
    scheduled: z.int().openapi({ description: 'rows with a date' }),
    problemCount: z.int(),
    problems: z
      .array(
        z.object({
          line: z.int(),
          problem: z.enum(importProblems),
          field: z.string().optional(),
          other: z.string().optional().openapi({ description: 'the other line, or question' }),
        }),
      )
      .openapi({ description: 'the first hundred, by line' }),
  })
  .openapi('QuestionImport')
export type ImportState = z.output<typeof importStateSchema>

export const exportRowSchema = z
  .object({
    poolId: z.string(),
    texts,
    topic: z.string(),
    date: daySchema.optional(),
    season: season.optional(),
  })
  .openapi('ExportedQuestion')
export type ExportRow = z.output<typeof exportRowSchema>
