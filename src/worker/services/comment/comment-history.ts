import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { holdsWords, SEARCH_LENGTH, searchWords } from '../../../domain/search-text.ts'
import { entryLimit } from '../../../contract/parameters.ts'
import { commentSchema, failure, results, type CommentShape } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { authorize } from '../../identity/authorize.ts'
import { ownComments, ownCommentShape } from './history-queries.ts'

/** Comments that one call searches: what it costs stays the same, however much somebody has written. */
const SEARCHED_AT_ONCE = 1000

const query = z.object({
  userId: z.string(),
  before: z.string().optional(),
  limit: entryLimit(100, 50),
  q: z.string().max(SEARCH_LENGTH).optional().openapi({
    description: 'words that the text holds, without regard to case, width and kana (chosen)',
  }),
})

export const commentHistoryRoute = createRoute({
  method: 'get',
  path: '/comment',
  security: [{ bearer: [] }],
  request: { query },
  responses: {
    200: {
      ...results(z.array(commentSchema), 'own comments, newest first'),
      headers: z.object({
        'Next-Before': z
          .string()
          .optional()
          .openapi({ description: 'the `before` of the next page; absent on the last (chosen)' }),
      }),
    },
    '4XX': failure,
  },
})

/**
 * One's own comments with their questions, newest first; those before the comment `before` when given, those that
 * hold the words of `q` when given. A search may answer fewer than `limit` and still go on.
 * @returns `next`: the `before` of the next page
 * @throws ServiceError userPrivilegeNotFound for someone else's history
 */
export async function commentHistory(
  c: Context<ServiceBindings>,
  asked: z.output<typeof query>,
): Promise<{ comments: CommentShape[]; next: string | undefined }> {
  const person = await authorize(c)
  if (asked.userId !== person.userId) throw new ServiceError('userPrivilegeNotFound')
  const words = searchWords(asked.q ?? '')
  const looked = words.length > 0 ? SEARCHED_AT_ONCE : asked.limit
  const rows = await ownComments(c.env.DB, person.userId, asked.before, looked + 1)
  const page = rows.slice(0, looked)
  const found = page.filter(({ text }) => holdsWords(text, words))
  const shown = found.slice(0, asked.limit)
  const isMore = rows.length > looked || found.length > shown.length
  const last = found.length > shown.length ? shown.at(-1) : page.at(-1)
  return {
    comments: shown.map((row) => ownCommentShape(person, row)),
    next: isMore ? last?.id : undefined,
  }
}
