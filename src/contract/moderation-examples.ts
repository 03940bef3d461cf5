import { DAY_S } from '../domain/durations.ts'
import { MORNING, shown, sample } from './examples.ts'
import type { ModerationNotice, Receipt } from './moderation-schemas.ts'
import type { Case, CaseSummary, Decision } from './case-schemas.ts'

export const VERSION = 3

const receipt: Receipt = { reference: sample.reference, receivedAt: MORNING }

const ground = { kind: 'terms', text: '利用ルール 2：特定の人への攻撃' } as const
const explanation = '特定の人を名指しで攻撃する内容のため、非表示にしました。'

const decision: Decision = {
  decisionId: sample.decisionId,
  action: 'hide',
  ground,
  explanation,
  foundByFilter: false,
  decidedAt: MORNING,
}

const { text } = shown.comment

const summary: CaseSummary = {
  caseId: sample.caseId,
  version: VERSION,
  state: 'open',
  isHeld: false,
  isAboutAccount: false,
  score: 1,
  waitingSince: MORNING,
  text,
  language: 'ja',
  author: sample.username,
  categories: [{ category: 'harassment', count: 1 }],
  hasRequest: false,
  hasReply: false,
}

const whole: Case = {
  ...summary,
  comment: { commentId: sample.commentId, postedAt: MORNING, isDeleted: false },
  question: {
    questionId: sample.questionId,
    texts: { en: shown.question.text, ja: shown.question.questionTranslations.jp.text },
  },
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
      weight: 1,
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
  text,
  decision,
  appealUntil: MORNING + 30 * DAY_S,
}

export const shownModeration = {
  receipt,
  pending: { id: sample.confirmationId },
  report: {
    commentId: sample.commentId,
    category: 'harassment',
    words: '名指しで責められています。',
  },
  request: {
    kind: 'deletion',
    post: sample.commentId,
    name: '佐藤花子',
    email: sample.email,
    contact: '東京都千代田区1-1',
    right: 'プライバシー',
    reason: '自宅の住所が書かれています。',
    inGoodFaith: true,
    language: 'ja',
  },
  confirmation: { id: sample.confirmationId, passcode: sample.passcode },
  summary,
  whole,
  decided: { caseId: sample.caseId, version: VERSION, action: 'hide', ground, explanation },
  notice,
  muted: { userId: sample.mutedUserId, username: 'kenji', mutedAt: MORNING },
} as const
