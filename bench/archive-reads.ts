import { recallForDeletion } from '../src/worker/archive/account-deletions.ts'
import { archivedPost, recall } from '../src/worker/archive/recall.ts'
import { ownComments, type HistoryCursor } from '../src/worker/services/comment/history-queries.ts'
import { questionPage } from '../src/worker/services/question/queries.ts'
import { questionOf, writerOf } from './archive-data.ts'

/** Duration of the work. */
export const seconds = async (work: () => unknown) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/** Prints the median of 20 turns; `prepare` is not timed. */
async function timed<Value>(
  what: string,
  work: (value: Value, n: number) => Promise<unknown>,
  prepare?: (n: number) => Promise<Value> | Value,
): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < 20; n++) {
    const value = (await prepare?.(n)) as Value
    times.push((await seconds(() => work(value, n))) * 1000)
  }
  times.sort((one, other) => one - other)
  const [median, slowest] = [times[10]!, times[19]!].map((ms) => ms.toFixed(1))
  console.log(`${what}: median ${median} ms, slowest ${slowest} ms`)
}

/** Requests of readers and authors; `day` has posts. */
export async function reads(env: Env, day: number, archive?: D1Database): Promise<void> {
  const where = archive ? 'archived' : 'not archived'
  const page = (questionId: string, before?: string) =>
    questionPage(env, env.DB, { questionId }, before, 200)
  const someId = async (database: D1Database, questionId: string) =>
    (await database
      .prepare('SELECT id FROM comment WHERE question_id = ?1 ORDER BY seq LIMIT 1 OFFSET 90000')
      .bind(questionId)
      .first<string>('id'))!
  await timed('floor: one row of the main database', () => env.DB.prepare('SELECT 1').run())
  await timed(`the newest page of a day, ${where}`, () => page(questionOf(day)))
  const middle = await someId(archive ?? env.DB, questionOf(day))
  await timed(`a page in its middle, ${where}`, () => page(questionOf(day), middle))
  if (archive)
    await timed('the newest page of another day each time, archived', (_, n) =>
      page(questionOf(day - n)),
    )
  const person = writerOf(day, 0)
  let last: HistoryCursor | undefined
  await timed(`an author’s history, page after page of 20, ${where}`, async () => {
    const rows = await ownComments(env, person, last, 20)
    last = rows.at(-1)
  })
  await timed(`a search through another author’s posts each time, ${where}`, (_, n) =>
    ownComments(env, writerOf(day, n), undefined, 1001, false),
  )
}

const DELETE = `UPDATE comment SET deleted_at = ?2, text = '' WHERE id = ?1 AND deleted_at IS NULL`
const OWN = 'SELECT id FROM comment WHERE user_id = ?1 AND question_id = ?2'

/** Each of other people, from `from` on. */
export async function deletions(
  env: Env,
  day: number,
  from: number,
  archive?: D1Database,
): Promise<void> {
  const where = archive ? 'archived' : 'not archived'
  const own = async (n: number) =>
    (await (archive ?? env.DB)
      .prepare(OWN)
      .bind(writerOf(day, from + n), questionOf(day))
      .first<string>('id'))!
  await timed(
    `deletion of a post, ${where}`,
    async (id) => {
      const post = archive && (await archivedPost(env, id))
      if (post) await recall(env, post.authorId, post.questionId)
      const { meta } = await env.DB.prepare(DELETE).bind(id, Date.now()).run()
      if (meta.changes === 0) throw new Error('nothing was deleted')
    },
    own,
  )
  await timed(`deletion of an account with its posts, ${where}`, async (_, n) => {
    const userId = writerOf(day, from + 20 + n)
    if (archive) await recallForDeletion(env, userId)
    await env.DB.prepare('DELETE FROM user WHERE id = ?1').bind(userId).run()
  })
}
