import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bindingsOf, createPerson } from '../../harness/people.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { tokyoDay } from '../../src/domain/question-day.ts'
import { newId } from '../../src/worker/db/id.ts'
import { clearDay } from '../../src/worker/services/operator/day-statements.ts'
import { command } from './operator-database.ts'

const app = await ownApp({ demonstration: true })

await app.triggerCron()
const operator = await personWithRole(app, 'operator')

const checkOf = (site: string, ...words: string[]) =>
  command(app, 'check', ...words, '--site', site, '--as', operator.username)
const check = (...words: string[]) => checkOf(app.origin, ...words)

it('npm run operator -- check finds no fault in a database that only the product has written', async () => {
  const said = await check()
  expect(said).toMatch(/^(?:ok {8}.*: none\n){11}Everything is well\.$/)
})

it('npm run operator -- check finds no fault after a day was freed', async () => {
  const tomorrow = tokyoDay(Date.now() + DAY_MS)
  const question = await app.sql`SELECT id FROM question
      WHERE day = ${tomorrow}`.first<{ id: string }>()
  await clearDay(await bindingsOf(app), question!.id).run()
  await app.triggerCron()
  expect(await app.sql`SELECT max(day) AS day FROM question`.first('day')).toBe('9000-01-01')
  expect(await check()).toContain('Everything is well.')
})

it('npm run operator -- check finds faults, repairs those that are safe to repair, and fails while one is left', async () => {
  const yesterday = tokyoDay(Date.now() - DAY_MS)
  const tenDaysAgo = tokyoDay(Date.now() - 10 * DAY_MS)
  const [shown, unshown, lost, stray] = [newId(), newId(), newId(), newId()]
  const person = await createPerson(app, { pictureId: shown })
  const other = await createPerson(app, { pictureId: lost })
  await createPerson(app, { pictureId: 'never-stored' })
  await app.sql`INSERT INTO picture VALUES (${shown}, ${person.userId}, 1),
      (${unshown}, ${person.userId}, 1), (${lost}, ${other.userId}, 1)`.run()
  for (const key of [shown, unshown, stray]) await app.r2.put(key, 'a picture')
  await app.r2.put('card/some-question/ja.png', 'a card')
  await app.sql`UPDATE question SET comments_count = comments_count + 1, users_count = 0
      WHERE day = ${yesterday}`.run()
  await app.sql`INSERT INTO comment_event (question_id, seq, comment_id, kind)
      VALUES ('gone', 1, 'gone', 'created')`.run()
  await app.sql`UPDATE question SET day = '2001-01-01', preview_at = 978274800000
      WHERE day = ${tenDaysAgo}`.run()

  const posts = await app.sql`SELECT count(*) AS n FROM comment WHERE question_id = (SELECT id
      FROM question WHERE day = '2001-01-01')`.first<number>('n')
  expect(posts).toBeGreaterThan(0)

  const found = await check().catch((error: Error) => error.message)
  expect(found).toMatch(new RegExp(`^found +Counts of a question .*: 1 \\(${yesterday}\\)$`, 'm'))
  expect(found).toMatch(/^found +Events belong to no question: 1 \(gone\)$/m)
  expect(found).toMatch(/^found +A person has a picture without a row: 1 /m)
  expect(found).toMatch(
    new RegExp(`^found +A picture is shown for nobody: 1 \\(${unshown}\\)`, 'm'),
  )
  expect(found).toMatch(new RegExp(`^found +Stored objects belong .*: 1 \\(${stray}\\)`, 'm'))
  expect(found).toMatch(new RegExp(`^found +Pictures have no .*: 1 \\(${lost}\\)`, 'm'))
  expect(found).toMatch(/^found +A past day, .*: 9\d{3} \(2001-01-02, /m)
  expect(found).toMatch(
    new RegExp(`^found +A post is of another day than its question: ${posts} \\(`, 'm'),
  )
  expect(found).toContain('8 of these need you. --repair does what is safe.')

  const repaired = await check('--repair').catch((error: Error) => error.message)
  expect(repaired).toMatch(/^repaired +Counts of a question/m)
  expect(repaired).toMatch(/^repaired +Events belong/m)
  expect(repaired).toMatch(/^repaired +A person has a picture/m)
  expect(repaired).toMatch(/^repaired +A picture is shown for nobody/m)
  expect(repaired).toMatch(/^repaired +Stored objects/m)
  expect(repaired).toContain('3 of these need you.')
  const { results } = await app.sql`SELECT id FROM discarded_picture`.all<{ id: string }>()
  expect(results.map(({ id }) => id).sort()).toEqual([stray, unshown].sort())
  const kept = await app.sql`SELECT picture_id FROM user
      WHERE id = ${other.userId}`.first('picture_id')
  expect(kept).toBe(lost)
  const actions = await app.sql`SELECT action, why FROM audit_log
      WHERE actor_id = ${operator.userId}`.all()
  expect(actions.results).toEqual([{ action: 'pictures.repair', why: '1' }])
  const sessions = app.sql`SELECT 1 FROM session WHERE device_name = 'Command line'`
  expect(await sessions.first()).toBeNull()
})

it('npm run operator -- check looks at pictures as an operator only', async () => {
  const { username } = await personWithRole(app, 'moderator')
  const words = ['check', '--site', app.origin, '--as', username]
  const said = await command(app, ...words).catch((error: Error) => error.message)
  expect(said).toContain('This person has no role for that.')
})

it('npm run operator -- check names the checks that it skipped because the site does not respond', async () => {
  const said = await checkOf('http://127.0.0.1:9').catch((error: Error) => error.message)
  expect(said).toMatch(/^unknown +The stored pictures were not checked\. .* does not respond/m)
})
