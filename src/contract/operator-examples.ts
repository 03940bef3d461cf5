import { shown } from './examples.ts'
import { sample } from './sample.ts'
import type { CalendarDay, PoolQuestion } from './question-desk-schemas.ts'
import type { Suggestion } from './calls/suggestion.ts'

const texts = { ja: shown.question.questionTranslations.jp.text, en: shown.question.text }

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

/** Shapes of the desk as the contract's examples show them. */
export const shownDesk = {
  texts,
  pool,
  day,
  suggestion,
  topic: {
    topicId: 'morning',
    name: { ja: '朝', en: 'Morning' },
    category: { ja: '暮らし', en: 'Everyday life' },
  },
  /** Far enough ahead to be free whenever the example is tried. */
  freeDay: sample.freeDay,
  importState: {
    importId: sample.importId,
    rows: 1,
    scheduled: 0,
    problemCount: 0,
    problems: [],
  },
}
