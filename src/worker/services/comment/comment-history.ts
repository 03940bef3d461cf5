import { createRoute, z } from '@hono/zod-openapi'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { commentShape } from '../../contract/comment.ts'
import { entryLimit } from '../../contract/parameters.ts'
import { commentSchema, failure, results, type CommentShape } from '../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../contract/service.ts'
import { database, type Database } from '../../db/database.ts'
import { comment, question } from '../../db/schema.ts'
import { authorize } from '../../session/authorize.ts'

const query = z.object({
  userId: z.string(),
  before: z.string().optional(),
  limit: entryLimit(100, 50),
})

export const commentHistoryRoute = createRoute({
  method: 'get',
  path: '/comment',
  security: [{ bearer: [] }],
  request: { query },
  responses: { 200: results(z.array(commentSchema), 'own comments, newest first'), '4XX': failure },
})

function historyOf(db: Database, userId: string, before: string | undefined, count: number) {
  const place = db
    .select({ seq: comment.seq })
    .from(comment)
    .where(eq(comment.id, before ?? ''))
  return db
    .select({
      id: comment.id,
      text: comment.text,
      createdAt: comment.createdAt,
      question: { id: question.id, text: question.text, textJa: question.textJa },
    })
    .from(comment)
    .innerJoin(question, eq(question.id, comment.questionId))
    .where(
      and(
        eq(comment.userId, userId),
        isNull(comment.deletedAt),
        before === undefined ? undefined : sql`${comment.seq} < (${place})`,
      ),
    )
    .orderBy(desc(comment.seq))
    .limit(count)
}

/**
 * One's own comments with their questions, newest first; those before the comment `before` when given.
 * @throws ServiceError userPrivilegeNotFound for someone else's history
 */
export async function commentHistory(
  c: Context<ServiceBindings>,
  asked: z.output<typeof query>,
): Promise<CommentShape[]> {
  const person = await authorize(c)
  if (asked.userId !== person.userId) throw new ServiceError('userPrivilegeNotFound')
  const rows = await historyOf(database(c.env.DB), person.userId, asked.before, asked.limit)
  return rows.map(({ question, ...stored }) => ({
    ...commentShape({ ...person, ...stored }),
    question: {
      questionId: question.id,
      text: question.text,
      questionTranslations: { jp: { text: question.textJa } },
    },
  }))
}
