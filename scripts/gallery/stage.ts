import type { Page } from 'playwright-core'
import { HOUR_MS } from '../../src/domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import type { Language } from '../../src/domain/language.ts'
import { newId } from '../../src/worker/db/id.ts'
import { startApp, type App } from '../../harness/app.ts'
import type { Browser, Visit } from '../../harness/browser.ts'
import { addSocialProvider } from '../../harness/social-provider.ts'
import { createPeople, insertComments, type PersonOptions } from '../../harness/people.ts'
import { setQuestionTexts } from '../../harness/question-texts.ts'
import { visit } from '../../harness/steps/account-steps.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { addPosts, signedIn } from '../../harness/steps/settings-steps.ts'

/** The three apps of one language's pictures, in the evening of a Tokyo day. */
export interface Stage {
  language: Language
  browser: Browser
  /** With the demonstration's days and comments. */
  app: App
  /** On its first day. */
  empty: App
  /** Everything as long as it may be. */
  full: App
  /** Epoch milliseconds on the clocks of servers and browser. */
  now: number
  close(): Promise<void>
}

/** Opens a screen in a state and leaves it there. */
export type Scene = (stage: Stage) => Promise<Visit>

export const LONG_NAME = 'Maximilian-Featherstonehaugh_3'
const LONG_QUESTION = {
  text: 'If you could send one ordinary afternoon of this year to yourself 30 years from now, which 1 would it be, and why, truly?',
  ja: '「あのとき、もう少しだけ勇気があれば」と今も思い出す場面に、いまのあなたが1度だけ戻れるとしたら、その日のあなたに何と声をかけますか。あるいは、何も言わずに12分間、ただ隣に座っていますか。それとも、100年後の誰かに託す手紙を書き始めますか、静かに？',
}
const LONG_TEXTS = [
  'あ'.repeat(140),
  'x'.repeat(140),
  'Line one\nLine two\n\nLine four, after an empty one',
  'https://example.com/a/very/long/address/that/never/ends?with=parameters&and=more',
]

/** Words for which a post is held. */
export const HELD_WORDS: Record<Language, string> = { ja: 'ばか', en: 'cretin' }

export async function openStage(browser: Browser, language: Language): Promise<Stage> {
  const now = tokyoDayStart(tokyoDay(Date.now())) + 18.8 * HOUR_MS
  const clockOffsetMs = now - Date.now()
  const [app, empty, full] = await Promise.all([
    startApp({ demonstration: true, clockOffsetMs }),
    startApp({ clockOffsetMs }),
    startApp({ clockOffsetMs }),
  ])
  const provider = await addSocialProvider(app)
  // Before anybody posts: the worker keeps its list of words for a while.
  const hold = app.db.prepare("INSERT INTO filter_word VALUES (?1, 'held', 0)")
  await app.db.batch(Object.values(HELD_WORDS).map((word) => hold.bind(word)))
  await fill(full, now)
  const timed: Browser = {
    ...browser,
    async visit(options) {
      const someone = await browser.visit({ reducedMotion: 'reduce', ...options })
      await someone.page.clock.setFixedTime(now)
      return someone
    },
  }
  const close = async () => {
    await Promise.all([app.stop(), empty.stop(), full.stop(), provider.stop()])
  }
  return { language, browser: timed, app, empty, full, now, close }
}

/** Today's question as long as a question may be, with 1,000 comments. */
async function fill(app: App, now: number): Promise<void> {
  const { questionId } = await todaysQuestion(app)
  const ja = [...LONG_QUESTION.ja].slice(0, 120).join('')
  await setQuestionTexts(app.db, { en: LONG_QUESTION.text, ja })
  const [longest] = await createPeople(app, 1, { username: LONG_NAME })
  const people = [...(await createPeople(app, 333)), longest!]
  const texts = (index: number) => LONG_TEXTS[999 - index] ?? `${index + 1}`
  await insertComments(
    app,
    Array.from({ length: 1000 }, (_, index) => ({
      id: newId(),
      questionId,
      // The last three are the longest name's.
      userId: people[Math.floor((index + 2) / 3)]!.userId,
      slot: ((index + 2) % 3) + 1,
      text: texts(index),
      createdAt: now - (1000 - index) * 30_000,
    })),
  )
}

export const rest = async (someone: Visit): Promise<Visit> => {
  await someone.page.waitForLoadState('networkidle')
  return someone
}

export const guest = ({ browser, app, language }: Stage, on = app) => visit(browser, on, language)

const history = [
  {
    question: 'Which everyday sound would you miss?',
    questionJa: 'なくなったら寂しい、日常の音は？',
    text: '雨の日の図書館で、誰かがページをめくる音です。',
  },
  {
    question: 'What is the best thing you ate at somebody else’s table?',
    questionJa: '誰かの家で食べた、忘れられない味は？',
    text: 'My grandmother’s omelette, slightly burnt. 祖母の、少しだけ焦げた卵焼き。',
  },
  {
    question: 'Where do you think best?',
    questionJa: '考えごとがいちばんはかどる場所は？',
    text: '各駅停車の、いちばん後ろの車両。',
  },
]

/** Somebody with answers on past days. */
export async function person(
  { browser, app, language, now }: Stage,
  options: PersonOptions = {},
  on = app,
) {
  const someone = await signedIn(browser, on, language, {
    person: { username: `mori_${newId().slice(0, 4)}`, ...options },
  })
  const day = (ago: number) => tokyoDay(now - ago * 24 * HOUR_MS)
  if (on !== app) return someone
  const answers = history.map((answer, index) => ({ ...answer, day: day(40 + 15 * index) }))
  await addPosts(app, someone, answers)
  return someone
}

/** A screen by its address, as a guest or signed in. */
export const screen =
  (path: string, as: 'guest' | 'person' | 'social' | 'unactivated' = 'guest'): Scene =>
  async (stage) => {
    const someone = await (as === 'guest'
      ? guest(stage)
      : person(stage, { social: as === 'social', activated: as !== 'unactivated' }))
    await someone.page.addInitScript(() =>
      sessionStorage.setItem('EmailAddress', 'kenji@example.com'),
    )
    await someone.page.goto(path)
    return rest(someone)
  }

/** A scene with something done in it. */
export const after =
  (open: Scene, act: (page: Page, stage: Stage) => Promise<unknown>): Scene =>
  async (stage) => {
    const someone = await open(stage)
    await act(someone.page, stage)
    return someone
  }
