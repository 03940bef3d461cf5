import type { Decision, Case, CaseSummary } from '../src/contract/case-schemas.ts'
import { sample } from '../src/contract/examples.ts'
import type { ModerationNotice, Receipt } from '../src/contract/moderation-schemas.ts'
import type { Comment, Question, Session, Translation, User } from '../src/contract/schemas.ts'
import { DAY_S } from '../src/domain/durations.ts'

/** What the services respond in tests of islands. */

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
  userOptions: { picture: '/picture/p1Wb6YtKs8Ej4NuFxA0vRg', username: sample.username },
}

const translation: Translation = {
  commentId: sample.commentId,
  language: 'en',
  text: 'I open the window every morning.',
  translator: 'libretranslate',
}

export const texts = {
  ja: '毎朝、考えずにしていることは何ですか？',
  en: 'What do you do every morning without thinking?',
}
const translated = { text: texts.en, questionTranslations: { jp: { text: texts.ja } } }

const question: Question = {
  questionId: sample.questionId,
  questionnaireId: 'daily',
  ...translated,
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

const session: Session = {
  accessToken: 'u5Ge9VnHy2Or7ZaMqD3lCp.s0Ql4XkTj6Dm1BwPzE8hFy.1795187700.c2lnbmF0dXJl',
  updateToken: sample.updateToken,
}

const user: User = {
  userId: sample.userId,
  username: sample.username,
  email: sample.email,
  gender: 0,
  birthYear: 0,
  hasPicture: true,
  pictureLink: comment.userOptions.picture,
  tokenExpired: MORNING + 900,
  userOptions: {},
  activated: true,
}

const ownComment = { ...comment, question: { questionId: sample.questionId, ...translated } }

export const shown = { comment, ownComment, question, session, translation, user }

const receipt: Receipt = { reference: sample.reference, receivedAt: MORNING }

const decision: Decision = {
  decisionId: sample.decisionId,
  action: 'hide',
  ground: { kind: 'terms', text: '利用ルール 2：特定の人への攻撃' },
  explanation: '特定の人を名指しで攻撃する内容のため、非表示にしました。',
  foundByFilter: false,
  decidedAt: MORNING,
}

const summary: CaseSummary = {
  caseId: sample.caseId,
  version: 3,
  state: 'open',
  isHeld: false,
  isAboutAccount: false,
  score: 1,
  waitingSince: MORNING,
  text: comment.text,
  language: 'ja',
  author: sample.username,
  categories: [{ category: 'harassment', count: 1 }],
  hasRequest: false,
  hasReply: false,
}

const whole: Case = {
  ...summary,
  comment: { commentId: sample.commentId, postedAt: MORNING, isDeleted: false },
  question: { questionId: sample.questionId, texts },
  authorInfo: {
    userId: sample.userId,
    memberSince: MORNING - 90 * DAY_S,
    language: 'ja',
    otherPosts: [],
    earlierDecisions: [],
  },
  reports: [
    {
      reference: sample.reference,
      category: 'harassment',
      words: '名指しで責められています。',
      reportedAt: MORNING,
      isGuest: false,
      isOwn: false,
    },
  ],
  requests: [],
  decisions: [],
  history: [],
}

const notice: ModerationNotice = {
  noticeId: sample.noticeId,
  kind: 'decision',
  createdAt: MORNING,
  isRead: false,
  text: comment.text,
  decision,
  appealUntil: MORNING + 30 * DAY_S,
}

export const shownModeration = {
  receipt,
  pending: { id: sample.confirmationId },
  summary,
  whole,
  notice,
} as const
