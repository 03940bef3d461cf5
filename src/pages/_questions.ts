import { env, waitUntil } from 'cloudflare:workers'
import type { z } from 'zod'
import { MINUTE_MS } from '../domain/durations.ts'
import { tokyoDayStart } from '../domain/question-day.ts'
import { DETAILS_COMMENTS, HOME_COMMENTS } from '../domain/question.ts'
import type { Question } from '../contract/schemas.ts'
import { now } from '../worker/config/clock.ts'
import type { Served } from '../islands/chat/Chat.tsx'
import { config } from '../worker/config/config.ts'
import { questionCalls } from '../contract/calls/question.ts'
import { readResults, type ReadCall } from '../worker/remote/locate-services.ts'

export const RECENT_QUESTIONS = 30

/** `cloudflare:workers` types only bindings of `wrangler.toml`. */
const bindings = env as Env

/** Undefined in place of false, which each page would carry. */
export const hasTranslator = (): true | undefined =>
  config(bindings).translator ? true : undefined

export const pageTime = (): number => now(bindings)

/** Reads the question service: 404 for missing data, 503 for other failures; the gateway shows a page for each. */
async function read<Results extends z.ZodType>(
  call: ReadCall<Results>,
  query: Record<string, string | number>,
) {
  const results = await readResults(call, query, bindings, { waitUntil })
  if (!(results instanceof Response)) return results
  const isGone = results.status >= 400 && results.status < 500
  return new Response(null, { status: isGone ? 404 : 503 })
}

async function readOne(query: Record<string, string | number>): Promise<Question | Response> {
  const questions = await read(questionCalls.readQuestion, query)
  if (questions instanceof Response) return questions
  return questions[0] ?? new Response(null, { status: 404 })
}

const QUESTIONNAIRE_TTL_MS = MINUTE_MS
let active: { id: string; until: number } | undefined

async function activeQuestionnaire(): Promise<string | Response> {
  if (active && Date.now() < active.until) return active.id
  const questionnaires = await read(questionCalls.listQuestionnaires, { status: 1 })
  if (questionnaires instanceof Response) return questionnaires
  const id = questionnaires[0]?.questionnaireId ?? ''
  if (id) active = { id, until: Date.now() + QUESTIONNAIRE_TTL_MS }
  return id
}

/** Today's question with its newest comments; 503 without one. */
export async function questionOfDay(day: string): Promise<Question | Response> {
  const questionnaireId = await activeQuestionnaire()
  if (questionnaireId instanceof Response) return questionnaireId
  const previewAt = tokyoDayStart(day) / 1000
  const question = await readOne({ questionnaireId, previewAt, commentsLimit: HOME_COMMENTS })
  return question instanceof Response ? new Response(null, { status: 503 }) : question
}

/** @param questionId of the address, which may lack one */
export async function questionById(
  questionId: string | null,
  commentsBefore: string | null,
): Promise<Question | Response> {
  if (!questionId) return new Response(null, { status: 404 })
  return readOne({
    questionId,
    commentsLimit: DETAILS_COMMENTS,
    ...(commentsBefore && { commentsBefore }),
  })
}

/** Questions before an instant (epoch seconds), newest first. */
export async function questionsBefore(
  lessPreviewAt: number,
  count: number,
): Promise<{ questions: Question[]; hasMore: boolean } | Response> {
  const questions = await read(questionCalls.listQuestions, { lessPreviewAt, limit: count + 1 })
  if (questions instanceof Response) return questions
  return { questions: questions.toReversed().slice(0, count), hasMore: questions.length > count }
}

/** @param isEarlier on a page of earlier comments, which does not know how many precede it */
export function servedComments(question: Question, isEarlier = false): Served {
  const comments = question.questionComments ?? []
  const all = question.questionCommentsCount
  return {
    comments,
    counts: { all, ...question.questionCommentsByLanguage },
    // A full page may have more before it.
    hasEarlier: isEarlier ? comments.length >= DETAILS_COMMENTS : all > comments.length,
  }
}
