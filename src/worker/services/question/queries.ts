import { and, asc, desc, eq, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { category, comment, question, questionnaire, topic, user } from '../../db/schema.ts'

/** Which question: one by its id, or a questionnaire's of a Tokyo day. */
export type Wanted = { questionId: string } | { questionnaireId: string; day: string }

/** D1's batches answer rows by column name, so no two columns may have the same one. */
const questionColumns = {
  id: question.id,
  questionnaireId: question.questionnaireId,
  day: question.day,
  previewAt: question.previewAt,
  text: question.text,
  textJa: question.textJa,
  commentsCount: question.commentsCount,
  usersCount: question.usersCount,
  eventSeq: question.eventSeq,
  topicName: topic.name,
  topicNameJa: topic.nameJa,
  categoryName: sql<string>`${category.name}`.as('category_name'),
  categoryNameJa: sql<string>`${category.nameJa}`.as('category_name_ja'),
}

function questions(db: Database) {
  return db
    .select(questionColumns)
    .from(question)
    .innerJoin(topic, eq(topic.id, question.topicId))
    .innerJoin(category, eq(category.id, topic.categoryId))
}

export type QuestionRow = Awaited<ReturnType<typeof questions>>[number]

function isWanted(wanted: Wanted): SQL | undefined {
  if ('questionId' in wanted) return eq(question.id, wanted.questionId)
  return and(eq(question.questionnaireId, wanted.questionnaireId), eq(question.day, wanted.day))
}

export function wantedQuestion(db: Database, wanted: Wanted) {
  return questions(db).where(isWanted(wanted)).limit(1)
}

/** Public questions shown first before `previewBefore` (epoch milliseconds), newest first. */
export function recentQuestions(db: Database, today: string, previewBefore: number, count: number) {
  return questions(db)
    .where(and(lt(question.previewAt, previewBefore), lte(question.day, today)))
    .orderBy(desc(question.previewAt))
    .limit(count)
}

function questionIdOf(db: Database, wanted: Wanted) {
  if ('questionId' in wanted) return wanted.questionId
  return sql`(${db.select({ id: question.id }).from(question).where(isWanted(wanted))})`
}

/** The living comments of a question, newest first, those before the comment `before` when given. */
export function commentsOf(
  db: Database,
  wanted: Wanted,
  before: string | undefined,
  count: number,
) {
  return db
    .select({
      id: comment.id,
      userId: comment.userId,
      text: comment.text,
      createdAt: comment.createdAt,
      username: user.username,
      pictureId: user.pictureId,
    })
    .from(comment)
    .innerJoin(user, eq(user.id, comment.userId))
    .where(
      and(
        eq(comment.questionId, questionIdOf(db, wanted)),
        isNull(comment.deletedAt),
        before === undefined ? undefined : sql`${comment.seq} < (${placeOf(db, wanted, before)})`,
      ),
    )
    .orderBy(desc(comment.seq))
    .limit(count)
}

/** The place of one of the question's comments in the order of storing; a deleted one keeps its place. */
export function placeOf(db: Database, wanted: Wanted, commentId: string) {
  return db
    .select({ seq: comment.seq })
    .from(comment)
    .where(and(eq(comment.id, commentId), eq(comment.questionId, questionIdOf(db, wanted))))
}

export function questionnairesOf(db: Database, status: number) {
  return db
    .select()
    .from(questionnaire)
    .where(eq(questionnaire.status, status))
    .orderBy(asc(questionnaire.id))
}
