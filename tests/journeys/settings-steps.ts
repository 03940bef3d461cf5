import type { BrowserContextOptions } from 'playwright-core'
import type { Language } from '../../src/domain/language.ts'
import { newId } from '../../src/worker/db/id.ts'
import { sha256 } from '../../src/worker/session/keyed-hash.ts'
import type { App } from '../app.ts'
import type { Browser, Visit } from '../browser.ts'
import { createPerson, type PersonOptions, type TestPerson } from '../people.ts'
import { visit } from './account-steps.ts'

/** Somebody who is signed in: a session in the database, its tokens in the browser. */
export async function signedIn(
  browser: Browser,
  app: App,
  language: Language,
  options: BrowserContextOptions & { person?: PersonOptions } = {},
): Promise<Visit & TestPerson> {
  const { person: wanted, ...context } = options
  const person = await createPerson(app, wanted)
  const someone = await visit(browser, app, language, context)
  await giveSession(app, someone, person)
  return { ...someone, ...person }
}

/** Puts a person's session into a browser and lets it fetch who that is. */
export async function giveSession(app: App, { page }: Visit, person: TestPerson): Promise<void> {
  const updateToken = newId()
  await app.db
    .prepare('INSERT INTO update_token (token_hash, session_id, created_at) VALUES (?, ?, ?)')
    .bind(await sha256(updateToken), person.sessionId, Date.now())
    .run()
  await page.goto(`${app.origin}/icon.svg`)
  const me = await app.fetch('/service/user/v1/user/me', {
    headers: { Authorization: person.authorization },
  })
  const { results } = (await me.json()) as { results: unknown[] }
  await page.evaluate((stored) => Object.assign(localStorage, stored), {
    AccessToken: person.authorization.replace('Bearer ', ''),
    UpdateToken: updateToken,
    UserInfo: JSON.stringify(results[0]),
  })
}

/** Past questions with one post of the person each, oldest first. */
export async function addPosts(
  app: App,
  person: Pick<TestPerson, 'userId'>,
  posts: { text: string; day: string; question?: string; questionJa?: string }[],
): Promise<void> {
  const insert = (sql: string, ...values: unknown[]) => app.db.prepare(sql).bind(...values)
  const { results } = await app.db.prepare('SELECT id FROM topic LIMIT 1').all<{ id: string }>()
  const questionnaire = await app.db.prepare('SELECT id FROM questionnaire LIMIT 1').first('id')
  for (let start = 0; start < posts.length; start += 500) {
    await app.db.batch(
      posts.slice(start, start + 500).flatMap(({ text, day, question, questionJa }) => {
        const at = Date.parse(`${day}T03:00:00Z`)
        return [
          insert(
            `INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at, status, text, text_ja)
             VALUES (?, ?, ?, ?, ?, 2, ?, ?)
             ON CONFLICT DO NOTHING`,
            `question-${day}`,
            questionnaire,
            results[0]?.id,
            day,
            at,
            question ?? `What about ${day}?`,
            questionJa ?? `${day}について`,
          ),
          insert(
            `INSERT INTO comment (id, question_id, user_id, slot, text, created_at)
             SELECT ?1, id, ?2, 1 + (SELECT count(*) FROM comment WHERE question_id = question.id AND user_id = ?2),
               ?3, ?4 FROM question WHERE day = ?5`,
            newId(),
            person.userId,
            text,
            at,
            day,
          ),
        ]
      }),
    )
  }
}
