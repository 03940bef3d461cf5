import { z } from '@hono/zod-openapi'
import { commentProblem, normalizeComment } from '../../domain/comment.ts'
import { SEARCH_LENGTH } from '../../domain/search-text.ts'
import { defineCalls } from '../call.ts'
import { deletedFromWords } from '../deleted-from.ts'
import { sample, shown } from '../examples.ts'
import { entryLimit, fields, idempotencyHeader, pageLanguageHeader } from '../fields.ts'
import { ownCommentSchema, postedCommentSchema } from '../schemas.ts'

/** A person's own comments. */
export const commentCalls = defineCalls('comment', {
  postComment: {
    method: 'POST',
    path: '/comment',
    summary: 'Post a comment to today’s question',
    description:
      'One to 140 characters; three living comments and six ever for each question. The same `Idempotency-Key` ' +
      'within a day answers the first result again and posts nothing. 406 with the field `terms` asks for consent, with ' +
      '`repeat` whether the last text is meant again; `links` and `words` name a filter that refuses the text.',
    access: 'member',
    headers: idempotencyHeader.extend(pageLanguageHeader.shape),
    body: z.strictObject({
      questionId: z.string(),
      text: z
        .string()
        .transform(normalizeComment)
        .refine((text) => commentProblem(text) === undefined),
      anyway: z.boolean().optional().openapi({
        description:
          'posts a text although a refusal with the field `repeat` has asked whether it is meant',
      }),
    }),
    success: { status: 200, results: z.array(postedCommentSchema), about: 'the comment' },
    errors: ['dataNotAvailable', 'tooManyAttempts', 'dataNotFound'],
    limits: ['postsPerMinute'],
    example: {
      body: { questionId: sample.questionId, text: shown.comment.text },
      response: [shown.comment],
    },
  },
  listOwnComments: {
    method: 'GET',
    path: '/comment',
    summary: 'The caller’s comments, newest first, each with its question',
    description:
      '`Next-Before` names the next page; a search may answer fewer than `limit` and still go on.',
    access: 'author',
    query: z.object({
      userId: fields.userId,
      before: z.string().optional().openapi({ description: 'a comment’s id: those before it' }),
      limit: entryLimit(100, 50),
      q: z.string().max(SEARCH_LENGTH).optional().openapi({
        description: 'text to search for; ignores case, character width and hiragana or katakana',
      }),
    }),
    success: {
      status: 200,
      results: z.array(ownCommentSchema),
      about: 'own comments, newest first',
      headers: { 'Next-Before': 'the `before` of the next page; absent on the last' },
    },
    errors: ['userPrivilegeNotFound', 'dataNotAvailable'],
    example: {
      query: { userId: sample.userId, limit: '50' },
      response: [shown.ownComment],
    },
  },
  exportComments: {
    method: 'GET',
    path: '/comment/export',
    summary: 'The caller’s comments as one file to keep',
    access: 'author',
    query: z.object({ language: fields.language }),
    success: {
      status: 200,
      files: ['text/html'],
      about: 'one page that needs nothing else, with the same posts as JSON inside',
    },
    errors: ['dataNotAvailable'],
    example: { query: { language: 'ja' } },
  },
  deleteComment: {
    method: 'DELETE',
    path: '/comment',
    summary: 'Delete one of the caller’s comments',
    description: deletedFromWords,
    access: 'member',
    body: z.strictObject({ commentId: z.string() }),
    success: { status: 205, about: 'deleted' },
    errors: ['userPrivilegeNotFound', 'dataNotFound'],
    example: { body: { commentId: sample.commentId } },
  },
})
