import type { Announcement } from '../src/contract/calls/operator-announcements.ts'
import type { Glance } from '../src/contract/calls/operator-glance.ts'
import type { FoundPerson } from '../src/contract/calls/operator-people.ts'
import type { Suggestion } from '../src/contract/calls/suggestion.ts'
import { sample } from '../src/contract/examples.ts'
import type {
  CalendarDay,
  PoolQuestion,
  QuestionFigures,
} from '../src/contract/question-desk-schemas.ts'
import { MORNING, texts } from './examples.ts'

const pool: PoolQuestion = {
  poolId: sample.poolId,
  version: 1,
  texts,
  topicId: 'morning',
  source: 'own',
  isRetired: false,
  scheduled: [],
}

const day: CalendarDay = {
  day: '2026-11-21',
  question: {
    questionId: sample.questionId,
    poolId: 'morning-first-minute',
    texts,
    topicId: 'morning',
    source: 'built-in',
    isScheduled: false,
    usersCount: 1,
  },
  replaced: [],
}

const suggestion: Suggestion = {
  suggestionId: sample.suggestionId,
  day: '2026-11-21',
  text: '最近、だれかに教えたくなったことは？',
  lang: 'ja',
  isCredited: true,
}

const figures: QuestionFigures = {
  day: '2026-11-20',
  questionId: sample.questionId,
  texts,
  relative: 40,
  people: 8,
  answers: 10,
  again: 25,
  length: 18,
  english: 10,
  reports: 1,
  isSuggested: false,
  isFlat: true,
  poolId: sample.poolId,
}

const found: FoundPerson = {
  userId: sample.userId,
  username: sample.username,
  createdAt: MORNING,
  isActivated: true,
  isSocial: false,
  language: 'ja',
  roles: [],
  posts: 1,
  latestPosts: [],
  actions: ['endSessions', 'pause', 'ban'],
  sessions: [{ startedAt: MORNING, device: 'Desktop', region: 'JP' }],
  cases: [],
}

const announced: Announcement = {
  announcementId: sample.announcementId,
  startsAt: MORNING,
  state: 'shown',
  texts: {
    ja: '投稿を、自分の言語で読めるようになりました。',
    en: 'You can now read posts in your own language.',
  },
}

const glance: Glance = {
  readers: 12,
  days: [{ day: '2026-11-21', posts: 34, people: 20, signUps: 2 }],
  cases: [{ kind: 'reported', count: 1, caseId: sample.caseId }],
  suggestions: 2,
  mail: { delivered: 8, waiting: 0, failed: 0 },
  database: { bytes: 4_000_000, limit: 10_000_000_000 },
  alarms: [],
}

export const shownDesk = {
  figures,
  found,
  announced,
  glance,
  pool,
  day,
  suggestion,
  topic: {
    topicId: 'morning',
    name: { ja: '朝', en: 'Morning' },
    category: { ja: '暮らし', en: 'Everyday life' },
  },
  importState: {
    importId: sample.importId,
    rows: 1,
    scheduled: 0,
    known: 0,
    problemCount: 0,
    problems: [],
  },
}
