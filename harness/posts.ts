import { MINUTE_MS } from '../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../src/domain/question-day.ts'
import { ensureDays } from '../src/worker/db/question.ts'
import type { App } from './app.ts'
import { readDemonstration } from './local/demonstration.ts'
import { bindingsOf, createPeople, createPerson, insertComments } from './people.ts'

const PAST_QUESTIONS = 30
const POSTS = 200
const isJapanese = (text: string) => /[\u3040-\u30ff]/.test(text)

const { people: names, comments } = readDemonstration()
const all = Object.values(comments).flatMap((list) => list.map(({ text }) => text))
const [japanese, english] = [all.filter(isJapanese), all.filter((text) => !isJapanese(text))]
/** Alternately Japanese and English. */
const mixed = <T>(count: number, made: (texts: string[], index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => made(index % 2 ? english : japanese, index))

function longText(sentences: string[], index: number): string {
  let text = ''
  for (let next = index; text.length < 80; next++) {
    const sentence = sentences[next % sentences.length]!
    text += text && !isJapanese(sentence) ? ` ${sentence}` : sentence
  }
  return [...text].slice(0, 140).join('')
}

/** 200 deterministic posts from the sentences of the demonstration. */
export const mixedPosts = () =>
  mixed(POSTS, (sentences, index) => ({
    user: `${names[index % names.length]}${Math.floor(index / names.length)}`,
    text: longText(sentences, index * 3),
    at: Date.now() - (POSTS - index) * 1000,
  }))

/**
 * Fills an app with 30 past questions, and today's with the posts, each of another person.
 * @returns today's question id
 */
export async function seed(app: App, posts = mixedPosts()): Promise<string> {
  const env = { ...(await bindingsOf(app)), DB: app.db }
  const today = tokyoDay(Date.now())
  for (let back = PAST_QUESTIONS; back >= 0; back--) {
    const offset = back === 0 ? 0 : tokyoDayStart(addDays(today, -back)) - Date.now()
    await ensureDays(Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(offset) }))
  }
  const questionId = await app.todaysQuestionId()
  const people = await Promise.all(posts.map(({ user }) => createPerson(app, { username: user })))
  const rows = posts.map(({ text, at }, index) => ({
    questionId,
    userId: people[index]!.userId,
    text,
    createdAt: Math.max(at, tokyoDayStart(today)),
  }))
  await insertComments(app, rows)
  return questionId
}

/** Posts on today's question, each of another person, a minute apart. */
export async function insertMixedPosts(app: App, count: number): Promise<string[]> {
  const texts = mixed(count, (texts, index) => texts[index]!)
  const questionId = await app.todaysQuestionId()
  const people = await createPeople(app, count)
  const rows = texts.map((text, index) => ({
    id: `mixed-${index}`,
    questionId,
    userId: people[index]!.userId,
    text,
    createdAt: Date.now() - (count - index) * MINUTE_MS,
  }))
  await insertComments(app, rows)
  return texts
}
