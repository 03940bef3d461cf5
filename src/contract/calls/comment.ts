import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import { COMMENT_LENGTH, commentProblem, normalizeComment } from '../../domain/comment.ts'
import { COMMENTS_EVER_PER_QUESTION, COMMENTS_PER_QUESTION } from '../../domain/comment-limit.ts'
import { SEARCH_LENGTH } from '../../domain/search-text.ts'
import { defineCalls, results, posts } from '../call.ts'
import { sample } from '../examples.ts'
import {
  daySchema,
  entryLimit,
  fields,
  idempotencyHeader,
  pageLanguageHeader,
  questionId,
} from '../fields.ts'
import { answeredDaySchema, ownCommentSchema, postedCommentSchema } from '../schemas.ts'
import { suggestionCalls } from './suggestion.ts'

export const MAX_DAYS = 92

const ownCalls = defineCalls('comment', {
  postComment: {
    endpoint: 'POST /comment',
    summary: 'Post a comment to today’s question',
    description:
      `One to ${COMMENT_LENGTH} characters; up to ${COMMENTS_PER_QUESTION} comments at a time and ${COMMENTS_EVER_PER_QUESTION} in total ` +
      'for each question. The same `Idempotency-Key` ' +
      'within a day answers the first result again and posts nothing. 406 with the field `terms` asks for consent, with ' +
      '`repeat` whether the last text is meant again; `links` and `words` name a filter that refuses the text.',
    access: 'member',
    // A post and its check are one statement.
    checksAccessItself: true,
    headers: idempotencyHeader.extend(pageLanguageHeader.shape),
    body: z.strictObject({
      questionId: z.string(),
      text: z
        .string()
        .transform(normalizeComment)
        .refine((text) => commentProblem(text) === undefined),
      anyway: z
        .boolean()
        .optional()
        .describe(
          'posts a text although a refusal with the field `repeat` has asked whether it is meant',
        ),
    }),
    purges: 'reads',
    success: results(z.array(postedCommentSchema), 'the comment'),
    errors: ['tooManyAttempts', 'dataNotFound'],
    limits: posts,
    example: { questionId: sample.questionId, text: '毎朝、窓を開けることです。' },
  },
  listOwnComments: {
    endpoint: 'GET /comment',
    summary: 'The caller’s comments, newest first, each with its question',
    description:
      '`Next-Before` names the next page; a search may return fewer than `limit` although more pages follow.',
    access: 'author',
    query: z.object({
      userId: fields.userId,
      before: z.string().optional().describe('a comment’s id: those before it'),
      limit: entryLimit(100, 50),
      q: z
        .string()
        .max(SEARCH_LENGTH)
        .optional()
        .describe('text to search for; ignores case, character width and hiragana or katakana'),
      questionId: questionId
        .optional()
        .describe('only those on this question; ignores `before` and `q`'),
      countOn: questionId.optional().describe('the question of `Deleted-Comments`'),
    }),
    success: results(z.array(ownCommentSchema), 'own comments, newest first', {
      'Next-Before': 'the `before` of the next page; absent on the last',
      'Deleted-Comments': 'with `countOn`: how many of the caller there are deleted',
    }),
    errors: ['userPrivilegeNotFound'],
    example: { userId: sample.userId, limit: '50' },
  },
  readEcho: {
    endpoint: 'GET /comment/echo',
    summary: 'What the caller answered before, on the same question or on the same date',
    description:
      'The answers of one day: the newest earlier day of the question, or else the same date of the newest earlier ' +
      'year. Nothing where there is none, and none that is held or hidden.',
    access: 'author',
    query: z.object({ questionId }),
    success: results(
      z.array(ownCommentSchema),
      'own comments of one earlier day, in the order of posting',
    ),
    example: { questionId: sample.questionId },
  },
  listDays: {
    endpoint: 'GET /comment/days',
    summary:
      'The days from one to another, each with its question and whether the caller answered it',
    description: `At most ${MAX_DAYS} days. Days to come are left out. A day has two entries when its question was replaced.`,
    access: 'author',
    query: z.object({ from: daySchema, until: daySchema }),
    success: results(z.array(answeredDaySchema), 'the days in their order'),
    example: { from: sample.firstDay, until: sample.lastDay },
  },
  exportComments: {
    endpoint: 'GET /comment/export',
    summary: 'The caller’s comments as one file to keep',
    access: 'author',
    query: z.object({
      language: fields.language,
      format: z
        .enum(['html', 'json'])
        .default('html')
        .describe('a page to read, or JSON for programs; default html'),
    }),
    success: {
      status: 200,
      files: ['text/html', 'application/json'],
      about:
        'one page that needs nothing else; or JSON, with the settings and what moderation holds',
    },
    timeoutMs: MINUTE_MS,
    example: { language: 'ja' },
  },
  deleteComment: {
    endpoint: 'DELETE /comment',
    hasNoRules: true,
    summary: 'Delete one of the caller’s comments',
    access: 'member',
    purges: 'pages',
    body: z.strictObject({ commentId: z.string() }),
    success: { status: 205, about: 'deleted' },
    errors: ['userPrivilegeNotFound', 'dataNotFound'],
    example: { commentId: sample.commentId },
  },
})

export const commentCalls = { ...ownCalls, ...suggestionCalls } as const
