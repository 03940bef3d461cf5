import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { commentShape } from '../../../contract/comment.ts'
import type { CommentShape } from '../../../contract/schemas.ts'
import type { Database } from '../../db/database.ts'
import { comment, question } from '../../db/schema.ts'
import type { Person } from '../../identity/authorize.ts'

/** One's own comment as it is stored, with its question. */
export type OwnComment = Awaited<ReturnType<typeof ownComments>>[number]

/** Where a comment stands among all; nowhere when it is not one's own. */
export function placeOf(db: Database, userId: string, commentId: string): SQL {
  const place = db
    .select({ seq: comment.seq })
    .from(comment)
    .where(and(eq(comment.id, commentId), eq(comment.userId, userId)))
  return sql`(${place})`
}

/**
 * One's own living comments with their questions, newest first.
 * @param below a place that all of them stand before
 */
export function ownComments(
  db: Database,
  userId: string,
  below: SQL | number | undefined,
  count: number,
) {
  return db
    .select({
      seq: comment.seq,
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
        below === undefined ? undefined : sql`${comment.seq} < ${below}`,
      ),
    )
    .orderBy(desc(comment.seq))
    .limit(count)
}

/** As the contract shows one's history. */
export function ownCommentShape(
  person: Person,
  { question, seq: _, ...stored }: OwnComment,
): CommentShape {
  return {
    ...commentShape({ ...person, ...stored }),
    question: {
      questionId: question.id,
      text: question.text,
      questionTranslations: { jp: { text: question.textJa } },
    },
  }
}
