import type { Comment, Question, Translation } from './schemas.ts'
import type { Session, User } from './account-schemas.ts'
import { sample } from './sample.ts'

/** Midnight that begins 21 November 2026 in Tokyo, and a morning hour of that day; epoch seconds. */
const MIDNIGHT = 1_795_186_800
export const MORNING = 1_795_214_520

const comment: Comment = {
  commentId: sample.commentId,
  userId: sample.userId,
  text: '毎朝、窓を開けることです。',
  lang: 'ja',
  lastUpdated: MORNING,
  lastUpdatedDate: '2026-11-21T07:42:00.000+09:00',
  userOptions: { picture: `/picture/${sample.pictureId}`, username: sample.username },
}

const translation: Translation = {
  commentId: sample.commentId,
  language: 'en',
  text: 'I open the window every morning.',
  translator: 'libretranslate',
}

const text = 'What do you do every morning without thinking?'
const questionTranslations = { jp: { text: '毎朝、考えずにしていることは何ですか？' } }

const question: Question = {
  questionId: sample.questionId,
  questionnaireId: sample.questionnaireId,
  text,
  questionTranslations,
  previewAt: MIDNIGHT,
  previewAtDate: '2026-11-21T00:00:00.000+09:00',
  questionCommentsCount: 1,
  questionUsersCount: 1,
  questionCommentsByLanguage: { ja: 1, en: 0 },
  eventSeq: 1,
  topic: {
    name: 'Mornings',
    topicTranslations: { jp: { name: '朝' } },
    category: { name: 'Everyday life', categoryTranslations: { jp: { name: '暮らし' } } },
  },
}

const session: Session = { accessToken: sample.accessToken, updateToken: sample.updateToken }

const user: User = {
  userId: sample.userId,
  username: sample.username,
  email: sample.email,
  gender: 0,
  birthYear: 0,
  hasPicture: true,
  pictureLink: `/picture/${sample.pictureId}`,
  tokenExpired: MORNING + 900,
  userOptions: {},
  activated: true,
}

/** Answers, as the contract's examples show them. */
export const shown = {
  comment,
  ownComment: {
    ...comment,
    question: { questionId: sample.questionId, text, questionTranslations },
  },
  question,
  questionWithComments: { ...question, questionComments: [comment] },
  session,
  translation,
  user,
  window: { start: MIDNIGHT + 7_200, end: MIDNIGHT + 10_800 },
  maintenance: [
    { name: 'serviceMaintenanceStart', lastUpdated: MIDNIGHT + 7_200 },
    { name: 'serviceMaintenanceEnd', lastUpdated: MIDNIGHT + 10_800 },
  ],
  questionnaire: { questionnaireId: sample.questionnaireId, status: 1, name: 'Ichimon' },
}
