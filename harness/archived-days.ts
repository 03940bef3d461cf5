import { addDays, tokyoDay, tokyoDayStart } from '../src/domain/question-day.ts'
import { newId } from '../src/worker/db/id.ts'
import type { App } from './app.ts'
import { bindingsOf, createPeople, insertComments, type TestPerson } from './people.ts'
import { addQuestions } from './question-texts.ts'
import { recording } from './recorded-database.ts'

/** The bindings of the app's worker, with databases that this process reads directly. */
export async function archiveBindings(app: App): Promise<Env> {
  const archives = app.archives.map((database, index) => [`ARCHIVE_${index + 1}`, database])
  return { ...(await bindingsOf(app)), DB: recording(app.db).db, ...Object.fromEntries(archives) }
}

/** Inserts a question for the day `daysAgo` days before today. */
export async function closedDay(app: App, daysAgo: number): Promise<{ day: string; id: string }> {
  const day = addDays(tokyoDay(Date.now()), -daysAgo)
  const id = `question-${day}`
  await addQuestions(app.db, [{ id, day, texts: { ja: `${day}について？`, en: `${day}?` } }])
  return { day, id }
}

/**
 * People with one to three posts each on a closed day, in turns, so that the posts of one person are far apart.
 * @returns the people, with the ids of their posts
 */
export async function writtenOn(
  app: App,
  question: { day: string; id: string },
  people: number,
): Promise<(TestPerson & { posts: string[] })[]> {
  const writers = (await createPeople(app, people)).map((person) => ({
    ...person,
    posts: [] as string[],
  }))
  const start = tokyoDayStart(question.day)
  const comments = [1, 2, 3].flatMap((slot) =>
    writers.flatMap((writer, index) => {
      if (index % 3 < slot - 1) return []
      const id = newId()
      writer.posts.push(id)
      const text = `${index % 2 ? '雨の音' : 'the sound of rain'} ${index} ${slot}`
      const createdAt = start + (slot * people + index) * 1000
      return [{ id, questionId: question.id, userId: writer.userId, slot, text, createdAt }]
    }),
  )
  await insertComments(app, comments)
  return writers
}
