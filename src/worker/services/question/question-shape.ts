import { epochSeconds } from '../../../domain/durations.ts'
import type { Language } from '../../../domain/language.ts'
import { tokyoIso } from '../../../domain/tokyo-time.ts'
import { splitTranslations } from '../../../domain/texts-by-language.ts'
import type { Comment, Question } from '../../../contract/schemas.ts'
import type { QuestionRow } from './queries.ts'

/** A row of `question_text`, without its language. */
interface QuestionTexts {
  text: string
  topic: string
  category: string
}

const NO_TEXTS: QuestionTexts = { text: '', topic: '', category: '' }

/** A question as the contract shows it; with its comments where the call has them. */
export function toQuestion(row: QuestionRow, questionComments?: Comment[]): Question {
  const texts = JSON.parse(row.texts) as Partial<Record<Language, QuestionTexts | null>>
  const split = <Shown>(show: (texts: QuestionTexts) => Shown) =>
    splitTranslations(texts, NO_TEXTS, show)
  const question = split(({ text }) => ({ text }))
  const topic = split((texts) => ({ name: texts.topic }))
  const category = split((texts) => ({ name: texts.category }))
  return {
    questionId: row.id,
    questionnaireId: row.questionnaireId,
    ...question.english,
    questionTranslations: question.translations,
    previewAt: epochSeconds(row.previewAt),
    previewAtDate: tokyoIso(row.previewAt),
    questionCommentsCount: row.commentsCount,
    questionUsersCount: row.usersCount,
    questionCommentsByLanguage: JSON.parse(row.languageCounts) as Partial<Record<Language, number>>,
    eventSeq: row.eventSeq,
    topic: {
      ...topic.english,
      topicTranslations: topic.translations,
      category: { ...category.english, categoryTranslations: category.translations },
    },
    ...earlierDays(row.earlier),
    ...(row.suggestedBy && { questionSuggestedBy: row.suggestedBy }),
    ...(questionComments && { questionComments }),
  }
}

function earlierDays(json = '[]'): Pick<Question, 'questionEarlier'> {
  const days = JSON.parse(json) as { id: string; previewAt: number }[]
  if (days.length === 0) return {}
  return {
    questionEarlier: days.map(({ id, previewAt }) => ({
      questionId: id,
      previewAt: epochSeconds(previewAt),
    })),
  }
}
