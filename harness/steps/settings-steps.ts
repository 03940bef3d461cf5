import { addQuestions } from '../question-texts.ts'
import { newId } from '../../src/worker/db/id.ts'
import type { App } from '../app.ts'
import type { TestPerson } from '../people.ts'

const POSTS = `
  INSERT INTO comment (id, question_id, user_id, slot, text, created_at)
  SELECT value ->> 'id', question.id, ?2, 1, value ->> 'text', value ->> 'at'
  FROM json_each(?1) JOIN question ON question.id = 'question-' || (value ->> 'day')
  ORDER BY value ->> 'at'`
const AT_ONCE = 2000

export function yearsBefore(day: string): string {
  // The last 29 February was four years ago.
  return `${Number(day.slice(0, 4)) - (day.endsWith('02-29') ? 4 : 1)}${day.slice(4)}`
}

export async function addPosts(
  app: App,
  person: Pick<TestPerson, 'userId'>,
  posts: { text: string; day: string; question?: string; questionJa?: string }[],
): Promise<void> {
  const rows = posts.map((post) => ({
    ...post,
    id: newId(),
    at: Date.parse(`${post.day}T03:00:00Z`),
  }))
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const json = JSON.stringify(rows.slice(start, start + AT_ONCE))
    await addQuestions(
      app.db,
      posts.slice(start, start + AT_ONCE).map(({ day, question, questionJa }) => ({
        id: `question-${day}`,
        day,
        texts: { en: question ?? `What about ${day}?`, ja: questionJa ?? `${day}について` },
      })),
    )
    await app.db.prepare(POSTS).bind(json, person.userId).run()
  }
}
