import { tokyoIso } from '../../../domain/question-day.ts'
import { toComment, type StoredComment } from '../../db/stored-comment.ts'
import type { Question } from '../../../contract/schemas.ts'
import type { QuestionRow } from './queries.ts'

/** A question as the contract shows it; with its comments where the call has them. */
export function toQuestion(row: QuestionRow, comments?: StoredComment[]): Question {
  return {
    questionId: row.id,
    questionnaireId: row.questionnaireId,
    text: row.text,
    questionTranslations: { jp: { text: row.textJa } },
    previewAt: Math.floor(row.previewAt / 1000),
    previewAtDate: tokyoIso(row.previewAt),
    questionCommentsCount: row.commentsCount,
    questionUsersCount: row.usersCount,
    eventSeq: row.eventSeq,
    topic: {
      name: row.topicName,
      topicTranslations: { jp: { name: row.topicNameJa } },
      category: {
        name: row.categoryName,
        categoryTranslations: { jp: { name: row.categoryNameJa } },
      },
    },
    ...(comments && { questionComments: comments.map(toComment) }),
  }
}
